/** Terminals of one connection whose session is remembered. */
export const CLIENT_TERMINALS = 1_024;
