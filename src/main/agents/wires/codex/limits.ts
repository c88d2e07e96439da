/** Items of one turn that are under way at once; the oldest are forgotten beyond it. */
export const OPEN_ITEMS = 1_000;

/** Threads that one thread says it started. */
export const CHILD_THREADS = 256;

/** Warnings that are not told again, since Codex repeats them with every turn. */
export const TOLD_WARNINGS = 100;

/** Of one page of threads or turns. */
export const PAGE_SIZE = 100;

/** Pages of a history that is told again; one has a hundred turns. */
export const HISTORY_PAGES = 200;

/** Logins under way in a browser. */
export const OPEN_LOGINS = 16;
