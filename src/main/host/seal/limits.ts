/** Bounds of what is heard of refusals; what programs print is as long and as hostile as they like. */

/** The longest line that reports a refusal. */
export const LINE_CHARACTERS = 2_000;
export const PATHS_PER_LINE = 4;
/** Lines of one piece of text that tell of refusals. */
export const LINES_AT_ONCE = 200;
/** Characters that are read of one tool call. */
export const TOOL_CHARACTERS = 64 * 1024;
/** The longest line that is shown with a refusal. */
export const SHOWN_CHARACTERS = 300;
/** Systems take no longer ones. */
export const PATH_CHARACTERS = 4_096;
/** Paths that are looked up on the disk for a session between two starts of its agent. */
export const LOOK_UPS = 2_000;
/** Paths that wait for that; more are left out. */
export const WAITING = 200;
/** Terminals whose last unfinished line is kept. */
export const OPEN_LINES = 64;
