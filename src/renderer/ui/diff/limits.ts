/** Lines around a change that show where it is. */
export const DIFF_CONTEXT_LINES = 3;

/** Longer lines are cut: a minified file may be one line of a megabyte. */
export const DIFF_LINE_CHARACTERS = 2_000;

/**
 * The row height of the style sheet, in pixels; it reserves room for lines that are still loading.
 */
export const DIFF_ROW_HEIGHT = 20;
