import { availableParallelism } from 'node:os';

/** Runs that are kept of one session; earlier ones are about selections that no longer exist. */
export const CHECK_RUNS = 60;

/** Characters of all checks' output together. */
export const CHECK_LOG_CHARACTERS = 1024 * 1024;

/** Characters from the end of one check's output. */
export const CHECK_LOG_TAIL = 64 * 1024;

/** Bytes of a report that a check has written. */
export const REPORT_BYTES = 8_000_000;

/**
 * Checks that run at the same time in all sessions: most use several cores, and the agents need
 * some, too.
 */
export const CHECKS_AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
