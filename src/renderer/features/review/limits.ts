/** How long the review ignores keys that decide after it has moved to another file by itself. */
export const BEAT_MILLISECONDS = 400;

/** Files with more lines are collapsed until asked for: nobody reads so many. */
export const SHOWN_LINES = 20_000;

/** Larger texts are only sent to the window when asked for. In bytes of either side. */
export const SHOWN_BYTES = 2 * 1024 * 1024;

/** In a hunk with more lines, words are not compared: such a hunk is a rewrite. */
export const WORD_LINES = 400;

/** In a hunk with more characters, words are not compared: minified code has few lines. */
export const WORD_CHARACTERS = 40_000;

/** The time for comparing all words of one file; after that, whole lines are marked. */
export const WORD_MILLISECONDS = 250;

/**
 * How many lines of the old text are coloured before a diff is drawn: a thousand take a few
 * milliseconds.
 */
export const COLOURED_LINES = 5_000;

/** Looking for moved blocks is quadratic in the number of changes. */
export const MOVE_CHANGES = 500;
export const MOVE_MILLISECONDS = 300;

/** The most diff editors that are kept for the next pane: each holds some 14 MB. */
export const SPARE_EDITORS = 1;

/** The most characters of a line that are quoted to the agent: enough to find it. */
export const QUOTED_LINE = 240;

/** The most lines of a hunk that are quoted to the agent, which has the file. */
export const QUOTED_LINES = 12;

/** A comment longer than this is a prompt. */
export const COMMENT_CHARACTERS = 8_000;

/**
 * Each stretch of hidden lines has a bar of its own on both sides; past this many, drawing them
 * takes seconds.
 */
export const COLLAPSED_HUNKS = 120;

/**
 * The number of unchanged lines around a change, and how many more must be there to be worth
 * hiding.
 */
export const CONTEXT_LINES = 3;
export const HIDDEN_LINES = 4;

/**
 * Rows of one hunk in the list of all files. A click shows more; beyond the second limit, only the
 * file view does.
 */
export const HUNK_ROWS = 120;
export const HUNK_ALL_ROWS = 2_000;

/** The most rows of one file that are drawn unasked in the scroll of all files. */
export const FILE_ROWS = 600;

/** A file with more hunks is only shown by itself, because each hunk has a bar with buttons. */
export const FILE_HUNKS = 100;

/** The most files whose rows are kept, so that scrolling back shows no blanks. */
export const KEPT_ROWS = 80;

/** How many files are decided in one step: few enough that the progress is updated often. */
export const BATCH_FILES = 250;

/** The most steps that can be undone one after the other. */
export const KEPT_STEPS = 200;

/** The most decisions that can still be undone in one step after a restart. */
export const KEPT_DECISIONS = 5_000;

/**
 * Text behind so many blank columns is out of sight in most windows, and nobody aligns comments
 * that far.
 */
export const FAR_COLUMNS = 80;
