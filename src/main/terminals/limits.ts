/** Bounds of terminals as main sees them, each with its reason. */

const KIBIBYTE = 1024;

/** What an agent gets when it names no limit: enough for any test run it will read. */
export const DEFAULT_OUTPUT_BYTES = 1024 * KIBIBYTE;

/** More than this is kept for nobody, whatever the agent asks for. */
export const MAXIMUM_OUTPUT_BYTES = 16 * 1024 * KIBIBYTE;

/** What all commands of one session keep together; beyond it the longest outputs get shorter. */
export const SESSION_OUTPUT_BYTES = 32 * 1024 * KIBIBYTE;

/** The tail is kept in blocks: as much as a pipe delivers at once. */
export const TAIL_BLOCK_BYTES = 64 * KIBIBYTE;

/** An agent that needs more at once has lost count of them. */
export const LIVE_TERMINALS_PER_SESSION = 64;

/** Of those that ended and were never released, the newest; each holds its output. */
export const ENDED_TERMINALS_PER_SESSION = 64;

/** Ended commands whose background programs live on until the session ends. */
export const REMEMBERED_PIDS = 1_024;

/** What of the output the log keeps; the whole stays off it. */
export const LOGGED_TAIL_BYTES = 16 * KIBIBYTE;

/** What of a variable that an agent sets the log keeps. */
export const LOGGED_VALUE_CHARACTERS = 256;

/** Between asking a command to end and making it. */
export const KILL_PATIENCE_MILLISECONDS = 2_000;

/** A command has ended even if what it left running keeps its pipes open; its last words come first. */
export const PIPE_GRACE_MILLISECONDS = 250;

/** What the window is sent of agents' output: twice a frame, and what can be read in passing. */
export const FEED_MILLISECONDS = 33;
export const FEED_CHARACTERS = 128 * KIBIBYTE;
/** However many terminals share it. */
export const FEED_SHARE_CHARACTERS = 2 * KIBIBYTE;

/** What a window that comes later gets of each. */
export const FEED_KEPT_CHARACTERS = 64 * KIBIBYTE;

/** Of those that ended, the newest; older ones have their tail in the log. */
export const FEED_TERMINALS = 256;

/** A pty that an agent reads: wide enough for most tools, as high as a window. */
export const AGENT_COLUMNS = 120;
export const AGENT_ROWS = 40;

/** Beats that the pty host may miss before it counts as hung. */
export const MISSED_BEATS = 10;

/** More than that within the period, and starting it or its shells again is no help. */
export const RESTARTS = 5;
export const RESTART_PERIOD_MILLISECONDS = 3 * 60_000;

/** How long the app waits for the pty host when it quits: more than that takes to end its shells. */
export const HOST_END_MILLISECONDS = 2_000;

/** Nobody looks at more tabs than this; each costs a process or two. */
export const USER_TERMINALS = 128;

/** Of the tabs from before a restart. */
export const RESTORED_TERMINALS = 32;

/** Quiet time before the list of terminals is written. */
export const SAVE_MILLISECONDS = 2_000;

/** A shell that fails this soon is one that the user has to hear about. */
export const SHELL_START_MILLISECONDS = 3_000;

export const NAME_CHARACTERS = 80;

/** A package.json that is longer is generated. */
export const RUNNABLES_FILE_BYTES = 1024 * KIBIBYTE;
export const RUNNABLES = 200;

/** Commands of one session that are being started at once; the others wait for their turn. */
export const STARTS_AT_ONCE = 2;
