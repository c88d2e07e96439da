/**
 * How long a test waits for something that should take milliseconds: so long that only a fault
 * fails it.
 */
export const DEFAULT_TIMEOUT_MILLISECONDS = 30_000;
