/** Rows that are asked for together. */
export const PAGE_ROWS = 100;

/** The most rows that are held; the others are requested again when they come into view. */
export const HELD_ROWS = 4_000;

/** Pixels of one line of the list. */
export const ROW_HEIGHT = 24;

/**
 * The delay after typing before filtering, because each filter searches everything that is kept.
 */
export const FILTER_MILLISECONDS = 150;

/** Pixels from the end of the list that still count as its end. */
export const END_PIXELS = 2 * ROW_HEIGHT;
