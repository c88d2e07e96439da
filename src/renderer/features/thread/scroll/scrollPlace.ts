import { END_DISTANCE_PIXELS } from '#window/features/thread/limits';

/** The scroll position of a transcript, its length, and its visible part. */
export interface ScrollBox {
  readonly top: number;
  readonly content: number;
  readonly view: number;
}

export interface ScrollCause {
  /** A wheel, a key or a held pointer was behind it. */
  readonly isUsers: boolean;
  /** Something changed its size a moment ago. */
  readonly isSettling: boolean;
}

/**
 * The meaning of a scroll: to the end, away from it, or nowhere that the user meant to go. Upwards
 * leaves the end if the user caused it, or if nothing had changed its size: the list itself scrolls
 * when rows above have another size than estimated, and the browser does when there is more room
 * than there is left below.
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

/** All of it is visible: there is nowhere to be but its end. */
export function isWhole({ content, view }: ScrollBox): boolean {
  return view > 0 && content <= view;
}
