/** The first messages of an agent that are examined to detect its wire. */
export const FIRST_MESSAGES = 32;

/** An agent that is silent for this long is probed in other protocols, too. */
export const SILENCE_MILLISECONDS = 15_000;

/** The id of probes: larger than any id that a wire reaches by counting. */
export const PROBE_ID = 2 ** 31 - 2;
