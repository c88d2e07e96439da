/** Requests of ours that we stopped waiting for; an answer to one of them is no news. */
export const ABANDONED_REQUESTS = 256;

/** An answer to what is no message at all has no id, so that one per second says enough. */
export const INVALID_ANSWER_MILLISECONDS = 1_000;

/** Sessions that an agent speaks in before it has told us their ids. */
export const EARLY_SESSIONS = 32;

/** Sessions that we let go of and whose stragglers are dropped without a word. */
export const RELEASED_SESSIONS = 256;
