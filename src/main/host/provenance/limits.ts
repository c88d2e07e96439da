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
