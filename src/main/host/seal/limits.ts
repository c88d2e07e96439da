/**
 * Limits for reading reports of refusals: the output of programs may be as long and hostile as they
 * like.
 */

/** The longest line that reports a refusal. */
export const LINE_CHARACTERS = 2_000;
export const PATHS_PER_LINE = 4;
/** Lines that report refusals in one piece of text. */
export const LINES_AT_ONCE = 200;
/** Characters that are read from one tool call. */
export const TOOL_CHARACTERS = 64 * 1024;
/** The longest line that is shown with a refusal. */
export const SHOWN_CHARACTERS = 300;
/** The longest path that systems accept. */
export const PATH_CHARACTERS = 4_096;
/** Paths of one session that are looked up on disk between two starts of its agent. */
export const LOOK_UPS = 2_000;
/** Paths that wait to be looked up; more are left out. */
export const WAITING = 200;
/** Terminals whose last unfinished line is kept. */
export const OPEN_LINES = 64;
