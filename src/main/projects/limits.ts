/**
 * Bytes of a project's file: nobody writes more by hand, and all of it is shown before it is
 * trusted.
 */
export const PROJECT_FILE_BYTES = 64 * 1024;

export const CARRY_RULES = 100;
export const RUN_COMMANDS = 100;
/** The most checks: each takes a row in the review. */
export const CHECKS = 20;
export const PATH_CHARACTERS = 1_024;
export const COMMAND_CHARACTERS = 4_096;
export const NAME_CHARACTERS = 100;
export const PROMPTS = 100;
export const PROMPT_CHARACTERS = 20_000;

/** Files and folders that are searched for matches of the rules, and the most matches. */
export const SEARCHED_ENTRIES = 50_000;
export const CARRIED_THINGS = 1_000;

/** Folders whose file is trusted; those trusted longest ago are forgotten first. */
export const TRUSTED_FOLDERS = 2_000;

/**
 * Additional paths that sealed agents of one session or project may see; with more, the seal would
 * hold nothing back.
 */
export const ALLOWED_PATHS = 200;
/** Sessions and projects whose paths are remembered; the last changed ones are kept. */
export const ALLOWED_OWNERS = 1_000;

/** The part of git's HEAD file that is read; the file has one line. */
export const HEAD_BYTES = 4_096;
