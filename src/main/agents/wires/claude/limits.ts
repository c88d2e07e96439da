/**
 * How long to wait for the answer to `initialize` after the agent has sent something else. Programs
 * without control requests begin like this, and so does Claude Code if hooks run first.
 */
export const LATE_ANSWER_MILLISECONDS = 1_000;

/**
 * Messages that are kept until the session is open; Claude Code sends little before the first
 * prompt.
 */
export const EARLY_MESSAGES = 256;

/** Hooks whose success is remembered; they may run with every tool call. */
export const TOLD_HOOKS = 20;

/** Blocks of one streamed message; a real one has a dozen. */
export const STREAMED_BLOCKS = 1_000;

/** Speakers in one session: the agent and its subagents. */
export const SPEAKERS = 256;

/** Steps of a plan that is created task by task. */
export const PLAN_TASKS = 500;

/** Subagents and background commands whose tool call is remembered by task id. */
export const BACKGROUND_TASKS = 256;

/** Messages that were sent to a running turn and that the agent has not read yet. */
export const STEERED_MESSAGES = 64;

/** Requests of ours that we stopped waiting for; their answers are ignored. */
export const ABANDONED_REQUESTS = 256;

/** Hunks of one structured patch that are applied; no real edit has more. */
export const PATCH_HUNKS = 10_000;

/** The time limit for passing MCP servers: Claude Code connects to them before it answers. */
export const SERVERS_MILLISECONDS = 60_000;
