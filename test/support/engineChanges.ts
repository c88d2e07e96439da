import type { Host } from '#main/host/host';
import { createChangeHandlers } from '#main/ipc/requests/changeRequests';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import { fail } from '#shared/errors';
import type { DecisionId, SessionId } from '#shared/ids';

/** Sends the window's requests about changes, and returns the same answers. */
export function engineChanges(host: Host) {
  const handlers = createChangeHandlers({
    host,
    openInEditor: async () => fail('unavailable', 'There is no editor in a test.'),
  });
  return {
    onDidChange: host.onDidChangeChanges,
    list: async (sessionId: SessionId) => handlers['changes.list']({ sessionId }, 0),
    look: async (sessionId: SessionId) => handlers['changes.look']({ sessionId }, 0),
    losses: async (sessionId: SessionId) => handlers['changes.losses']({ sessionId }, 0),
    size: async (sessionId: SessionId) => handlers['changes.size']({ sessionId }, 0),
    decide: async (sessionId: SessionId, verdicts: readonly ChangeVerdict[]) =>
      handlers['changes.decide']({ sessionId, verdicts }, 0),
    undo: async (sessionId: SessionId, decisionIds: readonly DecisionId[]) =>
      handlers['changes.undo']({ sessionId, decisionIds }, 0),
  };
}
