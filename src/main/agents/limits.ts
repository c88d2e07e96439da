/** Time for an agent to answer its first message. */
export const START_DEADLINE_MILLISECONDS = 60_000;

/**
 * The start deadline when a package runner first downloads the agent (81 s were measured on a good
 * line).
 */
export const INSTALLING_START_DEADLINE_MILLISECONDS = 300_000;

/** Protocol violations that are logged per agent in one run of the app. */
export const LOGGED_PROBLEMS = 200;

/** The interval at which frames are written to a trace. */
export const TRACE_MILLISECONDS = 100;
/**
 * Bytes that are written to a trace each time: redacting that many takes some 2 ms of the main
 * process.
 */
export const TRACE_BYTES = 64 * 1024;
/**
 * The number of files in one trace; together they hold some 100,000 messages of an ordinary length.
 */
export const TRACE_FILES = 8;
export const TRACE_FILE_BYTES = 8 * 1024 * 1024;
/** Bytes of a trace that are read at a time; every line is shorter. */
export const TRACE_BLOCK_BYTES = 256 * 1024;

/** Lines of an agent's output, other than messages, that are shown if it does not start. */
export const PRINTED_LINES = 20;
