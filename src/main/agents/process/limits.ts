const KIBIBYTE = 1024;

/** Each agent's standard error, newest kept. */
export const STDERR_RING_BYTES = 256 * KIBIBYTE;

/** The part of it that is included when an exit or a failed start is reported. */
export const STDERR_TAIL_BYTES = 8 * KIBIBYTE;

/** How often listeners get standard error, and how much at a time, however much is written. */
export const STDERR_NEWS_MILLISECONDS = 100;
export const STDERR_NEWS_BYTES = 16 * KIBIBYTE;

/**
 * The time from an exit to the report of it: the last output on standard error may still be in the
 * pipe.
 */
export const STDERR_GRACE_MILLISECONDS = 250;

/** A login shell may start version managers and prompts; past this it hangs. */
export const SHELL_MILLISECONDS = 10_000;

/** The output of a login shell; the system bounds the environment itself at some 2 MiB. */
export const SHELL_OUTPUT_BYTES = 8 * 1024 * KIBIBYTE;

/** Each spawn blocks the main process for some milliseconds: fifty at once cost two seconds. */
export const LAUNCHES_AT_ONCE = 4;

/** After more restarts within the period, restarting does not help. Like the LSP client. */
export const RESTARTS = 5;
export const RESTART_PERIOD_MILLISECONDS = 3 * 60_000;
export const FIRST_RESTART_DELAY_MILLISECONDS = 500;
