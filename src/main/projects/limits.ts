/** Nobody writes that much by hand, and all of it is shown before it is trusted. */
export const PROJECT_FILE_BYTES = 64 * 1024;

export const CARRY_RULES = 100;
export const RUN_COMMANDS = 100;
/** Each takes a row of the review. */
export const CHECKS = 20;
export const PATH_CHARACTERS = 1_024;
export const COMMAND_CHARACTERS = 4_096;
export const NAME_CHARACTERS = 100;
export const PROMPTS = 100;
export const PROMPT_CHARACTERS = 20_000;

/** Files and folders that are checked to find matches of the rules, and the most matches. */
export const SEARCHED_ENTRIES = 50_000;
export const CARRIED_THINGS = 1_000;

/** Folders whose file is trusted; the ones trusted longest ago are forgotten first. */
export const TRUSTED_FOLDERS = 2_000;

/** Paths that sealed agents of one session or project may see besides; with more, the seal would hold nothing back. */
export const ALLOWED_PATHS = 200;
/** Sessions and projects of which they are remembered; those that were changed last. */
export const ALLOWED_OWNERS = 1_000;

/** The start of git's HEAD file, which holds one line. */
export const HEAD_BYTES = 4_096;
