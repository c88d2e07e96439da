/** Files of one project whose lines are followed; those changed longest ago are dropped first. */
export const TRACED_FILES = 5_000;

/** Decisions on one file that can be undone without losing the earlier origins of lines. */
export const REMEMBERED_DECISIONS = 20;

/** Characters from the beginning of a prompt, by which it is recognised. */
export const PROMPT_CHARACTERS = 400;
export const TITLE_CHARACTERS = 200;

/** Bytes of a user's file that is shown with the origins of its lines. */
export const SHOWN_BYTES = 2 * 1024 * 1024;

/** How often accepted lines are counted that are now a day or a week old. */
export const COUNT_MILLISECONDS = 3_600_000;
/** The delay before the first count, when nobody waits for the app to start any more. */
export const FIRST_COUNT_MILLISECONDS = 60_000;

/**
 * The time limit for git to find the commits of a file's lines: a long history takes long, and
 * nobody waits for it.
 */
export const BLAME_MILLISECONDS = 15_000;
/** Bytes of one of our notes, which names some agents. */
export const NOTE_BYTES = 64 * 1024;
/** Files whose commits are remembered until the next commit. */
export const REMEMBERED_FILES = 64;
