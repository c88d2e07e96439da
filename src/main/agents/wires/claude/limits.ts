/** Blocks of one message that came in pieces; a real one has a dozen. */
export const STREAMED_BLOCKS = 1_000;

/** Voices in one session: the agent and the subagents that it has speak. */
export const SPEAKERS = 256;

/** Steps of a plan that is made task by task. */
export const PLAN_TASKS = 500;

/** Subagents and background commands whose tool call is remembered by the task's id. */
export const BACKGROUND_TASKS = 256;

/** Messages that were handed to a running turn and that it has not taken up. */
export const STEERED_MESSAGES = 64;

/** Requests of ours that we stopped waiting for; an answer to one of them is no news. */
export const ABANDONED_REQUESTS = 256;

/** Hunks of one structured patch that are applied; more is no edit that anybody made. */
export const PATCH_HUNKS = 10_000;
