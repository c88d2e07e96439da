/** Files of one project whose lines are followed; the ones that were changed longest ago go first. */
export const TRACED_FILES = 5_000;

/** Decisions on one file that can be undone without losing whose the lines were before. */
export const REMEMBERED_DECISIONS = 20;

/** The beginning of a prompt, by which it is recognised. */
export const PROMPT_CHARACTERS = 400;
export const TITLE_CHARACTERS = 200;

/** A file of the user's that is shown with whose its lines are. */
export const SHOWN_BYTES = 2 * 1024 * 1024;
