/** Of what an agent says first; the wire is known by then or never. */
export const FIRST_MESSAGES = 32;

/** Without a word for so long, an agent is asked in other languages too. */
export const SILENCE_MILLISECONDS = 15_000;

/** The ids of requests that only find out who is there: none that a wire would count up to. */
export const PROBE_ID = 2 ** 31 - 2;
