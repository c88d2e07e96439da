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
