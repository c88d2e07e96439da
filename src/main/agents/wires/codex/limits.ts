/** Items of one turn that are open at the same time; above this, the oldest are forgotten. */
export const OPEN_ITEMS = 1_000;

/** Characters that are kept of a written plan that arrives in pieces. */
export const PLAN_CHARACTERS = 128 * 1_024;

/** Threads that one thread may start. */
export const CHILD_THREADS = 256;

/** Threads whose chosen settings are remembered to be sent with each turn. */
export const CHOOSING_THREADS = 256;

/** Entries of one page of threads or turns. */
export const PAGE_SIZE = 100;

/** Pages of a history that are replayed; each has a hundred turns. */
export const HISTORY_PAGES = 200;

/**
 * The time to wait for a thread that the answer did not name, and for a turn's answer after its
 * end.
 */
export const LATE_NAME_MILLISECONDS = 10_000;

/** Logins in a browser that are open at the same time. */
export const OPEN_LOGINS = 16;
