import { END_DISTANCE_PIXELS } from './limits';

/** How far a transcript is scrolled, how long it is, and how much of it is seen. */
export interface ScrollBox {
  readonly top: number;
  readonly content: number;
  readonly view: number;
}

export interface ScrollCause {
  /** A wheel, a key or a held pointer was behind it. */
  readonly isUsers: boolean;
  /** Something has changed its size a moment ago. */
  readonly isSettling: boolean;
}

/**
 * Where a scroll has led: to the end, away from it, or nowhere that the user meant to go. Upwards
 * leaves the end if the user was behind it, or if nothing had changed its size: the list itself
 * scrolls when it finds rows above to be other than it thought, and the browser does when there is
 * more room than there is left below.
 */
export function placeAfter(
  before: ScrollBox,
  now: ScrollBox,
  { isUsers, isSettling }: ScrollCause,
): 'end' | 'away' | 'same' {
  const isUp = now.top < before.top - 1;
  const isNear = now.content - now.view - now.top <= END_DISTANCE_PIXELS;
  const hasChanged = now.content !== before.content || now.view !== before.view;
  if (isNear && !isUp) return 'end';
  return isUp && (isUsers || !(hasChanged || isSettling)) ? 'away' : 'same';
}
