/** Items of one turn that are open at the same time; beyond that, the oldest are forgotten. */
export const OPEN_ITEMS = 1_000;

/** The length of a written plan that comes in pieces; more than is kept of it. */
export const PLAN_CHARACTERS = 128 * 1_024;

/** Threads that one thread may start. */
export const CHILD_THREADS = 256;

/** Threads whose chosen settings are sent with each turn. */
export const CHOOSING_THREADS = 256;

/** Entries of one page of threads or turns. */
export const PAGE_SIZE = 100;

/** Pages of a history that are replayed; each has a hundred turns. */
export const HISTORY_PAGES = 200;

/** A thread that the answer did not name is waited for so long, and a turn's answer after its end. */
export const LATE_NAME_MILLISECONDS = 10_000;

/** Open logins in a browser. */
export const OPEN_LOGINS = 16;
