import type { SessionId } from '#shared/ids';
import { decideAll } from '#window/features/review/model/actions';
import { goToChanges } from '#window/state/layout/reveal';
import { listenToChanges, sessionChanges } from '#window/state/session/sessionChanges';

/** Accepts all changes of a session, and shows that in the session with an undo. */
export async function acceptAll(sessionId: SessionId): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = listenToChanges(sessionId, resolve);
  try {
    if (sessionChanges(sessionId) === undefined) await promise;
    goToChanges(sessionId);
    await decideAll(sessionId, 'accept');
  } finally {
    stop();
  }
}
