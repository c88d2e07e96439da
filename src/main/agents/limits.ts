/** Time for an agent to answer its first message. */
export const START_DEADLINE_MILLISECONDS = 60_000;

/** The first run of a package runner downloads the agent (81 s were measured on a good line). */
export const INSTALLING_START_DEADLINE_MILLISECONDS = 300_000;

/** Breaches of the protocol that are logged of one agent in a run of the program. */
export const LOGGED_PROBLEMS = 200;

/** Frames of a wire are written to its trace together, this often. */
export const TRACE_MILLISECONDS = 100;
/** Bytes of them each time: redacting that many takes some 2 ms of the main process. */
export const TRACE_BYTES = 64 * 1024;
/** The files of one trace, and the size of each: together some 100,000 messages of an ordinary length. */
export const TRACE_FILES = 8;
export const TRACE_FILE_BYTES = 8 * 1024 * 1024;
/** Bytes of a trace that are read at a time; the longest line is shorter. */
export const TRACE_BLOCK_BYTES = 256 * 1024;

/** Lines of an agent that are not messages, shown where it does not start. */
export const PRINTED_LINES = 20;
