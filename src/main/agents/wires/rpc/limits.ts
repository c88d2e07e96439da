/** Requests of ours that we stopped waiting for; an answer to one of them is no news. */
export const ABANDONED_REQUESTS = 256;

/** Sessions that an agent speaks in before it has told us their ids. */
export const EARLY_SESSIONS = 32;

/** Sessions that we let go of and whose stragglers are dropped without a word. */
export const RELEASED_SESSIONS = 256;
