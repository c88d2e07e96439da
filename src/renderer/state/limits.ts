/** Bounds of what the window holds of a session, each with its reason. */

/** Stored values are on the disk after this time at the latest: a crash loses no more than that. */
export const FLUSH_MILLISECONDS = 400;
/** An unfinished text is stored this long after a key. */
export const UNFINISHED_MILLISECONDS = 300;
/** Unfinished texts of a session that outlive the window: more than anybody has begun at once. */
export const UNFINISHED_TEXTS = 40;
/** Characters of one, and of all of a session together: the browser stores some 5 million in all. */
export const UNFINISHED_CHARACTERS = 1_000_000;
export const UNFINISHED_SESSION_CHARACTERS = 2_000_000;

/** Entries asked for at once; a screen shows some twenty. */
export const PAGE = 100;

/** Sessions that may draw what they said in one frame; more would not be ready within it. */
export const FLUSHES_PER_FRAME = 2;
/** While the user types, the text must be drawn at once, and the sessions can wait. */
export const FLUSHES_WHILE_TYPING = 1;
export const TYPING_MILLISECONDS = 300;
/** A frame that takes longer has missed its time on a screen of 60 Hz. */
export const LATE_MILLISECONDS = 24;

/** The end of a transcript stays here: it is where new words go, and where the user mostly is. */
export const KEPT_AT_END = 100;

/** Entries that are held before those that were longest out of sight go back to main alone. */
export const MOST_ENTRIES = 600;
/**
 * The number of entries that are left then, so that trimming happens now and then and not with
 * every entry.
 */
export const KEPT_ENTRIES = 400;
/** The same by their text: one entry has up to a million characters, and many sessions may be open. */
export const MOST_CHARACTERS = 32 * 1024 * 1024;
export const KEPT_CHARACTERS = 24 * 1024 * 1024;

/** Sets of sessions that were started together: more than anybody goes back to. */
export const SET_LIMIT = 200;

/** Agents whose modes and models are remembered for the next start, and choices of each. */
export const OFFERING_AGENTS = 40;
export const OFFERED_CHOICES = 200;

/** How long nothing is typed in a rule before it is tried on past requests. */
export const PREVIEW_MILLISECONDS = 200;
