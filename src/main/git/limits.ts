/** Bytes of output of one git command; the longest is a list of all files in a repository. */
export const GIT_OUTPUT_BYTES = 256 * 1024 * 1024;

/** A git command that takes longer is stuck on a lock or a network folder. */
export const GIT_TIMEOUT_MILLISECONDS = 10 * 60 * 1000;

/** Characters of git's error output: enough for the reason, not for a list of every file. */
export const GIT_MESSAGE_CHARACTERS = 2_000;

/** After this time we check whether a command waits for a pipe. */
export const GIT_PATIENCE_MILLISECONDS = 5_000;

/** Entries that are examined for a pipe between two pauses, and how long a pause lasts. */
export const PIPE_SEARCH_ENTRIES = 50_000;
export const PIPE_SEARCH_REST_MILLISECONDS = 2_000;
