/** Bounds of what the window holds of a session, each with its reason. */

/** Entries asked for at once; a screen shows some twenty. */
export const PAGE = 100;

/** Sessions that may draw what they said in one frame; more would not be ready within it. */
export const FLUSHES_PER_FRAME = 2;
/** While the user types, that has to be seen at once, and the sessions can wait. */
export const FLUSHES_WHILE_TYPING = 1;
export const TYPING_MILLISECONDS = 300;
/** A frame that takes longer has missed its time on a screen of 60 Hz. */
export const LATE_MILLISECONDS = 24;

/** The end of a transcript stays here: it is where new words go, and where the user mostly is. */
export const KEPT_AT_END = 100;

/** Entries that are held before those that were longest out of sight go back to main alone. */
export const MOST_ENTRIES = 600;
/** As many are left then, so that it is done now and then and not with every entry. */
export const KEPT_ENTRIES = 400;
