import type { SessionId } from '#shared/ids';
import { activeSession } from '#window/state/layout/panes';

const shown = new Set<SessionId>();
let last: SessionId | null = null;

/** Registers a review that is on screen. */
export function enterReview(id: SessionId): void {
  shown.add(id);
}

export function leaveReview(id: SessionId): void {
  shown.delete(id);
  if (last === id) last = null;
}

/** Makes the user's review the active one: commands go to it until the user enters another. */
export function setActiveReview(id: SessionId): void {
  last = id;
}

/**
 * The review that commands act on: that of the active pane. Only if the user is in no session, the
 * last one they were in. A key must not accept changes of a session that is not in front of them.
 */
export function activeReview(): SessionId | null {
  const session = activeSession();
  if (session !== null) return shown.has(session) ? session : null;
  if (last !== null && shown.has(last)) return last;
  const [only, ...others] = shown;
  return only !== undefined && others.length === 0 ? only : null;
}
