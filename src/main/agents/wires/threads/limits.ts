/**
 * The history of a thread that we store for agents that expect us to. The oldest entries are
 * dropped first.
 */
export const HISTORY_ENTRIES = 2_000;
export const HISTORY_LENGTH = 4 * 1_024 * 1_024;

/** Characters of a read file that an entry keeps; the file itself still exists. */
export const ENTRY_LENGTH = 64 * 1_024;

/** Characters of a streamed message that are compared with the whole message that follows. */
export const COMPARED_LENGTH = 64 * 1_024;

/**
 * Threads that an agent created on its own and that no session uses yet: each holds the agent's
 * messages in it.
 */
export const OFFERED_THREADS = 4;

export const TITLE_LENGTH = 80;
