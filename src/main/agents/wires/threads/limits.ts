/** What is kept of a thread for agents that leave the keeping to us; older entries go first. */
export const HISTORY_ENTRIES = 2_000;
export const HISTORY_LENGTH = 4 * 1_024 * 1_024;

/** Of a file that was read: the entry shows what it was about, and the file itself is still there. */
export const ENTRY_LENGTH = 64 * 1_024;

/** Of a message that was streamed, to tell whether the whole message says it again. */
export const COMPARED_LENGTH = 64 * 1_024;

/** Threads that an agent makes on its own and nobody has taken yet. */
export const OFFERED_THREADS = 64;

export const TITLE_LENGTH = 80;
