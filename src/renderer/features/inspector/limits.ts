/** As many as main keeps of a wire. */
export const SHOWN_FRAMES = 2_000;

/** Pixels of one line of the list. */
export const ROW_HEIGHT = 24;

/** Typing is over; each change of the filter looks through all that is kept. */
export const FILTER_MILLISECONDS = 150;

/** Pixels from the end of the list that still count as its end. */
export const END_PIXELS = 2 * ROW_HEIGHT;
