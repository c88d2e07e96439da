/** Lines around a change that show where it is. */
export const DIFF_CONTEXT_LINES = 3;

/** A line longer than this is cut: minified files would otherwise be one line of a megabyte. */
export const DIFF_LINE_CHARACTERS = 2_000;

/** As the style sheet draws them; room for lines that are on their way is made by it. */
export const DIFF_ROW_HEIGHT = 20;
