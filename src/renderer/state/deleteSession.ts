import { AppException } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { call } from '../ipc/client';
import { confirmFirst } from './confirmation';
import { titleOf } from './sessionsStore';

/** Asks first, and says what would be lost. */
export async function deleteSession(session: SessionSummary): Promise<void> {
  const unaccepted = await countUnaccepted(session.id);
  confirmFirst({
    title: `Delete “${titleOf(session)}”?`,
    description: deletionWords(session, unaccepted),
    action: 'Delete',
    run: async () => void (await call('sessions.delete', { sessionId: session.id })),
  });
}

function deletionWords({ isolation }: SessionSummary, unaccepted: number | null): string {
  if (unaccepted === null) {
    return 'Its transcript and whatever of its changes you have not accepted are removed for good. Your own files stay as they are.';
  }
  if (unaccepted === 0) {
    return 'Its transcript is removed for good. It has no changes that wait for you, and your own files stay as they are.';
  }
  const files = unaccepted === 1 ? '1 file has changes' : `${unaccepted} files have changes`;
  return isolation === 'isolated'
    ? `${files} that you have not accepted. They and the transcript are removed for good. Your own files stay as they are.`
    : `${files} that you have not decided about. What stands in your files stays there, but can no longer be reverted from here. The transcript is removed for good.`;
}

/** In files. Null: nobody can tell, as when the session's own files are gone. */
async function countUnaccepted(sessionId: SessionId): Promise<number | null> {
  try {
    const { changes } = await call('changes.list', { sessionId });
    const open = changes.filter(({ status }) => status === 'open');
    return new Set(open.map(({ change }) => change.path)).size;
  } catch (error) {
    // Whatever ails it is no reason to keep it.
    if (error instanceof AppException) return null;
    throw error;
  }
}
