/**
 * An agent that says something else before it answers `initialize` is given this long for the answer.
 * A program that has no requests begins like this, and so does Claude Code where hooks run first.
 */
export const LATE_ANSWER_MILLISECONDS = 1_000;

/** Messages that are kept until the session is open; Claude Code says little before it is spoken to. */
export const EARLY_MESSAGES = 256;

/** Hooks whose success is remembered; they may run with every tool. */
export const TOLD_HOOKS = 20;

/** Blocks of one message that came in pieces; a real one has a dozen. */
export const STREAMED_BLOCKS = 1_000;

/** Speakers in one session: the agent and its subagents. */
export const SPEAKERS = 256;

/** Steps of a plan that is made task by task. */
export const PLAN_TASKS = 500;

/** Subagents and background commands whose tool call is remembered by the task's id. */
export const BACKGROUND_TASKS = 256;

/** Messages that were handed to a running turn and that it has not read yet. */
export const STEERED_MESSAGES = 64;

/** Requests of ours that we stopped waiting for; their answers are ignored. */
export const ABANDONED_REQUESTS = 256;

/** Hunks of one structured patch that are applied; no real edit has more. */
export const PATCH_HUNKS = 10_000;

/** Claude Code connects to the MCP servers that it is given before it answers. */
export const SERVERS_MILLISECONDS = 60_000;
