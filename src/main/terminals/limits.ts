/** Bounds of the terminals that agents run, each with its reason. */

/** What an agent gets when it names no limit: enough for any test run it will read. */
export const DEFAULT_OUTPUT_BYTES = 1024 * 1024;

/** More than this is kept for nobody, whatever the agent asks for. */
export const MAXIMUM_OUTPUT_BYTES = 16 * 1024 * 1024;

/** An agent that needs more at once has lost count of them. */
export const LIVE_TERMINALS_PER_SESSION = 64;

/** What of the output the log keeps; the whole stays off it. */
export const LOGGED_TAIL_BYTES = 16 * 1024;

/** Between asking a command to end and making it. */
export const KILL_PATIENCE_MILLISECONDS = 2_000;
