import type { SessionId } from '#shared/ids';
import { BEAT_MILLISECONDS } from '#window/features/review/limits';
import { reviewStore } from './reviewStore';

const timers = new Map<SessionId, ReturnType<typeof setTimeout>>();

/** The review has moved to another file by itself: keys that were meant for the last one are still on their way. */
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

/** Whether a key that decides comes too early for the file that is shown; if so, the review says so. */
export function isTooEarly(session: SessionId): boolean {
  const store = reviewStore(session);
  const { isInBeat } = store.getState();
  if (isInBeat) store.setState({ hasIgnoredKey: true });
  return isInBeat;
}
