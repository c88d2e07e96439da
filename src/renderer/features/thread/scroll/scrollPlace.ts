import { END_DISTANCE_PIXELS } from '#window/features/thread/limits';

/** The scroll position of a transcript, its length, and its visible part. */
export interface ScrollBox {
  readonly top: number;
  readonly content: number;
  readonly view: number;
}

export interface ScrollCause {
  /** A wheel, a key or a held pointer caused the scroll. */
  readonly isUsers: boolean;
  /** Whether something changed the size a moment ago. */
  readonly isSettling: boolean;
}

/**
 * Where a scroll leads: to the end, away from it, or nowhere that the user meant to go. Scrolling
 * up leaves the end if the user caused it or if no size had changed. With a changed size, the list
 * itself may scroll because rows above differ from their estimates, and the browser may scroll
 * because less content is left below.
 */
export function placeAfter(
  before: ScrollBox,
  now: ScrollBox,
  { isUsers, isSettling }: ScrollCause,
): 'end' | 'away' | 'same' {
  const isUp = now.top < before.top - 1;
  const isNear = now.content - now.view - now.top <= END_DISTANCE_PIXELS;
  const hasChanged = now.content !== before.content || now.view !== before.view;
  if ((isNear && !isUp) || isWhole(now)) return 'end';
  return isUp && (isUsers || !(hasChanged || isSettling)) ? 'away' : 'same';
}

/** Whether all of it is visible, so that the only position is its end. */
export function isWhole({ content, view }: ScrollBox): boolean {
  return view > 0 && content <= view;
}
