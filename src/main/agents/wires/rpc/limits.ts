/** Requests of ours that we stopped waiting for; their answers are ignored. */
export const ABANDONED_REQUESTS = 256;

/** Sessions in which an agent sends updates before it has told us their ids. */
export const EARLY_SESSIONS = 32;

/** Released sessions whose late messages are dropped silently. */
export const RELEASED_SESSIONS = 256;
