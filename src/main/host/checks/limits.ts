import { availableParallelism } from 'node:os';

/** Runs that are kept of one session; earlier ones are about selections that nobody has any more. */
export const CHECK_RUNS = 60;

/** The output of all checks together. */
export const CHECK_LOG_CHARACTERS = 1024 * 1024;

/** The end of what one check printed. */
export const CHECK_LOG_TAIL = 64 * 1024;

/** A report that a check has written. */
export const REPORT_BYTES = 8_000_000;

/** Checks that run at once, of all sessions: most use several cores, and the agents need some, too. */
export const CHECKS_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
