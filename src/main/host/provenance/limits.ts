/** Files of one project whose lines are followed; the ones that were changed longest ago go first. */
export const TRACED_FILES = 5_000;

/** Decisions on one file that can be undone without losing whose the lines were before. */
export const REMEMBERED_DECISIONS = 20;

/** The beginning of a prompt, by which it is recognised. */
export const PROMPT_CHARACTERS = 400;
export const TITLE_CHARACTERS = 200;

/** A file of the user's that is shown with whose its lines are. */
export const SHOWN_BYTES = 2 * 1024 * 1024;

/** How often accepted lines are counted whose day or week has come. */
export const COUNT_MILLISECONDS = 3_600_000;
/** The first time, when nobody waits for the app to start any more. */
export const FIRST_COUNT_MILLISECONDS = 60_000;

/** Asking git for the commits of a file's lines: in a long history that takes long, and nobody waits for it. */
export const BLAME_MILLISECONDS = 15_000;
/** A note of ours names some agents. */
export const NOTE_BYTES = 64 * 1024;
/** Files whose commits are remembered while nothing is committed. */
export const REMEMBERED_FILES = 64;
