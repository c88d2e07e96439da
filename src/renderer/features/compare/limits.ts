/** Files on the board; more are found by the filter. */
export const BOARD_ROWS = 400;
/** Lines that are drawn of one hunk. */
export const HUNK_ROWS = 400;
/** Conflicts that an agent is asked to merge in one prompt. */
export const PROMPT_CONFLICTS = 40;
/** Characters of a conflicting hunk that are put into the prompt for an agent. */
export const PROMPT_HUNK_CHARACTERS = 8_000;
/** Entries at the end of a transcript among which the last answer is looked for. */
export const ANSWER_ENTRIES = 40;

/** Files that a prompt about colliding changes names. */
export const COLLISION_PATHS = 20;

/**
 * Comparisons whose picks are kept, and changes picked in one: the browser stores some 5 million
 * characters in all.
 */
export const KEPT_COMPARISONS = 12;
export const KEPT_PICKS = 1_000;
