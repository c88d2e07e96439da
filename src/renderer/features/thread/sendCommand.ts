import { useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { SessionCommand } from '#shared/session/commands';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';

export function sendCommand(sessionId: SessionId, command: SessionCommand): Promise<null> {
  return call('sessions.command', { sessionId, command });
}

/** Sends commands for a control that shows a busy state; failures are shown to the user. */
export function useCommandSender(
  sessionId: SessionId,
): [busy: boolean, send: (command: SessionCommand) => void] {
  const [busy, setBusy] = useState(false);
  const send = (command: SessionCommand) => {
    setBusy(true);
    sendCommand(sessionId, command)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return [busy, send];
}
