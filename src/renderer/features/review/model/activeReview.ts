import type { SessionId } from '#shared/ids';
import { activeSession } from '#window/state/layout/panes';

const shown = new Set<SessionId>();
let last: SessionId | null = null;

/** A review is on screen. */
export function enterReview(id: SessionId): void {
  shown.add(id);
}

export function leaveReview(id: SessionId): void {
  shown.delete(id);
  if (last === id) last = null;
}

/** The user is in it: commands are meant for it until they are in another. */
export function setActiveReview(id: SessionId): void {
  last = id;
}

/**
 * The review that commands act on: that of the pane the user is in. Only where they are in no session is it the last one
 * they were in: a key must not accept the changes of a session that is not in front of them.
 */
export function activeReview(): SessionId | null {
  const session = activeSession();
  if (session !== null) return shown.has(session) ? session : null;
  if (last !== null && shown.has(last)) return last;
  const [only, ...others] = shown;
  return only !== undefined && others.length === 0 ? only : null;
}
