/** After moving to another file by itself, the review ignores keys that decide for this long. */
export const BEAT_MILLISECONDS = 400;

/** More lines than anybody reads: collapsed until asked for. */
export const SHOWN_LINES = 20_000;

/** More text than is worth sending to the window unasked. In bytes of either side. */
export const SHOWN_BYTES = 2 * 1024 * 1024;

/** Lines of one hunk past which words are not compared: such a hunk is a rewrite. */
export const WORD_LINES = 400;

/** Characters of one hunk past which words are not compared: minified code has few lines. */
export const WORD_CHARACTERS = 40_000;

/** All words of one file together; what is left after it is marked by whole lines. */
export const WORD_MILLISECONDS = 250;

/** Lines of the old text whose colours are found before a diff is drawn: a few milliseconds for each thousand. */
export const COLOURED_LINES = 5_000;

/** Looking for moved blocks is quadratic in the number of changes. */
export const MOVE_CHANGES = 500;
export const MOVE_MILLISECONDS = 300;

/** Diff editors that are kept for the next pane to use: each holds some 14 MB. */
export const SPARE_EDITORS = 1;

/** Characters of a line that are quoted to the agent: enough to find it. */
export const QUOTED_LINE = 240;

/** Lines of a hunk that are quoted to the agent; the file has the rest. */
export const QUOTED_LINES = 12;

/** A comment longer than this is a prompt. */
export const COMMENT_CHARACTERS = 8_000;

/** Each stretch of hidden lines has a bar of its own on both sides; past this many, drawing them takes seconds. */
export const COLLAPSED_HUNKS = 120;

/** Unchanged lines around a change, and how many must be left for hiding to be worth a line of its own. */
export const CONTEXT_LINES = 3;
export const HIDDEN_LINES = 4;

/**
 * Rows of one hunk in the list of all files. A click shows more; beyond the second limit, only the
 * file view does.
 */
export const HUNK_ROWS = 120;
export const HUNK_ALL_ROWS = 2_000;

/** Rows of one file that are drawn unasked in the scroll of all files. */
export const FILE_ROWS = 600;

/** Hunks of a file past which it is read by itself: each has a bar with buttons. */
export const FILE_HUNKS = 100;

/** Files whose rows are kept, so that scrolling back meets no blanks. */
export const KEPT_ROWS = 80;

/** Files that are decided in one step: few enough that the next look at the progress is soon. */
export const BATCH_FILES = 250;

/** Steps that can be undone one after the other. */
export const KEPT_STEPS = 200;

/** Decisions that can still be undone in one step after a restart. */
export const KEPT_DECISIONS = 5_000;

/** Columns of blanks behind which text is out of sight in most windows, and further than anybody aligns comments. */
export const FAR_COLUMNS = 80;
