/** How long a test waits for what should take milliseconds: long, so that only a fault fails it. */
export const DEFAULT_TIMEOUT_MILLISECONDS = 30_000;
