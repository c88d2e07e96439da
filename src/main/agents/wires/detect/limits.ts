/** How many of an agent's first messages are examined to detect its wire. */
export const FIRST_MESSAGES = 32;

/** An agent that is silent for this long is also probed in other protocols. */
export const SILENCE_MILLISECONDS = 15_000;

/** The id of probes: larger than any id that a wire reaches by counting. */
export const PROBE_ID = 2 ** 31 - 2;
