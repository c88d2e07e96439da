/** How long a test waits for what should take milliseconds; a loaded machine needs some grace. */
export const DEFAULT_TIMEOUT_MILLISECONDS = 5_000;
