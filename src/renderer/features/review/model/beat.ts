import type { SessionId } from '#shared/ids';
import { BEAT_MILLISECONDS } from '#window/features/review/limits';
import { reviewStore } from './reviewStore';

const timers = new Map<SessionId, ReturnType<typeof setTimeout>>();

/**
 * Starts a pause after the review has moved to another file by itself: the user may still press
 * keys that are meant for the last one.
 */
export function startBeat(session: SessionId): void {
  const store = reviewStore(session);
  clearTimeout(timers.get(session));
  store.setState({ isInBeat: true });
  timers.set(
    session,
    setTimeout(() => {
      timers.delete(session);
      store.setState({ isInBeat: false });
    }, BEAT_MILLISECONDS),
  );
}

/** Whether a deciding key comes too early for the shown file; if so, the review says so. */
export function isTooEarly(session: SessionId): boolean {
  const store = reviewStore(session);
  const { isInBeat } = store.getState();
  if (isInBeat) store.setState({ hasIgnoredKey: true });
  return isInBeat;
}
