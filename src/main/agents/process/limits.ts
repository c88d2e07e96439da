const KIBIBYTE = 1024;

/** Bytes kept of each agent's standard error; the newest are kept. */
export const STDERR_RING_BYTES = 256 * KIBIBYTE;

/** The part of it that is included in reports of an exit or a failed start. */
export const STDERR_TAIL_BYTES = 8 * KIBIBYTE;

/**
 * How often listeners get standard error, and how many bytes at a time, however much is written.
 */
export const STDERR_NEWS_MILLISECONDS = 100;
export const STDERR_NEWS_BYTES = 16 * KIBIBYTE;

/** The time from an exit to its report: the last standard error output may still be in the pipe. */
export const STDERR_GRACE_MILLISECONDS = 250;

/**
 * The time limit of a login shell. It may start version managers and prompts; after this time it
 * hangs.
 */
export const SHELL_MILLISECONDS = 10_000;

/** The limit of a login shell's output; the system itself limits the environment to some 2 MiB. */
export const SHELL_OUTPUT_BYTES = 8 * 1024 * KIBIBYTE;

/** Each spawn blocks the main process for some milliseconds: fifty at once cost two seconds. */
export const LAUNCHES_AT_ONCE = 4;

/**
 * After more restarts within the period, restarting does not help. The LSP client has the same
 * limit.
 */
export const RESTARTS = 5;
export const RESTART_PERIOD_MILLISECONDS = 3 * 60_000;
export const FIRST_RESTART_DELAY_MILLISECONDS = 500;
