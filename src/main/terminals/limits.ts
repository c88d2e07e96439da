/** Limits of terminals on main's side, each with its reason. */

const KIBIBYTE = 1024;

/** The output limit if the agent names none: enough for any test run that it will read. */
export const DEFAULT_OUTPUT_BYTES = 1024 * KIBIBYTE;

/** The most output that is kept, whatever limit the agent asks for. */
export const MAXIMUM_OUTPUT_BYTES = 16 * 1024 * KIBIBYTE;

/** Output that all commands of one session keep together; beyond this, the longest is cut. */
export const SESSION_OUTPUT_BYTES = 32 * 1024 * KIBIBYTE;

/** The size of a tail's blocks: as much as a pipe delivers at once. */
export const TAIL_BLOCK_BYTES = 64 * KIBIBYTE;

/** Running commands per session; an agent that starts more has lost track of them. */
export const LIVE_TERMINALS_PER_SESSION = 64;

/** Ended commands that were never released; only the newest are kept, since each holds its output. */
export const ENDED_TERMINALS_PER_SESSION = 64;

/** Ended commands whose background programs are remembered and killed when the session ends. */
export const REMEMBERED_SESSIONS = 1_024;

/** The end of the output that is written to the log. */
export const LOGGED_TAIL_BYTES = 16 * KIBIBYTE;

/** Characters of a variable set by an agent that are written to the log. */
export const LOGGED_VALUE_CHARACTERS = 256;

/** Time between asking a command to end and killing it. */
export const KILL_PATIENCE_MILLISECONDS = 2_000;

/** Time to read the last output of an ended command whose background programs keep its pipes open. */
export const PIPE_GRACE_MILLISECONDS = 250;

/**
 * How often agents' output is sent to the window, and how much at a time: no more than a user can
 * follow.
 */
export const FEED_MILLISECONDS = 33;
export const FEED_CHARACTERS = 128 * KIBIBYTE;
/** The least output that each terminal gets each time, however many share it. */
export const FEED_SHARE_CHARACTERS = 2 * KIBIBYTE;

/** Output of each terminal that a window opened later gets. */
export const FEED_KEPT_CHARACTERS = 64 * KIBIBYTE;

/** Ended terminals that are kept (the newest); the log has the tails of older ones. */
export const FEED_TERMINALS = 256;

/** The size of a pty that an agent reads: wide enough for most tools, as high as a window. */
export const AGENT_COLUMNS = 120;
export const AGENT_ROWS = 40;

/** Heartbeats that the pty host may miss before it counts as hung. */
export const MISSED_BEATS = 10;

/**
 * Restarts of the pty host or its shells within the period; after more, restarting does not help.
 */
export const RESTARTS = 5;
export const RESTART_PERIOD_MILLISECONDS = 3 * 60_000;

/** How long the app waits for the pty host when it quits: longer than ending its shells takes. */
export const HOST_END_MILLISECONDS = 2_000;

/** The user's terminals at the same time; each costs a process or two. */
export const USER_TERMINALS = 128;

/** Terminals that are restored after a restart. */
export const RESTORED_TERMINALS = 32;

/** Quiet time before the list of terminals is written. */
export const SAVE_MILLISECONDS = 2_000;

/** A shell that fails within this time is reported to the user. */
export const SHELL_START_MILLISECONDS = 3_000;

export const NAME_CHARACTERS = 80;

/** The largest package.json that is read; larger ones are generated. */
export const RUNNABLES_FILE_BYTES = 1024 * KIBIBYTE;
export const RUNNABLES = 200;

/** Commands of one session that are started at the same time; the others wait. */
export const STARTS_AT_ONCE = 2;
