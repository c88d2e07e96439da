import type { EntryId, SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { showMessage } from '#window/state/layout/inspectorPanel';

/** Opens the inspector at the message that an entry of the transcript began with. */
export function showMessages(sessionId: SessionId, entryId: EntryId): void {
  call('inspector.frameOf', { sessionId, entryId }).then(
    ({ number }) => showMessage({ sessionId, number }),
    reportError,
  );
}
