/** Bounds of what the window holds of a session, each with its reason. */

/** The longest time before stored values are on the disk: a crash loses no more than that. */
export const FLUSH_MILLISECONDS = 400;
/** The delay after a key before an unfinished text is stored. */
export const UNFINISHED_MILLISECONDS = 300;
/** The most unfinished texts of a session that are stored; more than anybody has begun at once. */
export const UNFINISHED_TEXTS = 40;
/**
 * The most characters of one such text, and of all texts of a session: the browser stores some 5
 * million in all.
 */
export const UNFINISHED_CHARACTERS = 1_000_000;
export const UNFINISHED_SESSION_CHARACTERS = 2_000_000;

/** Entries per request; a screen shows some twenty. */
export const PAGE = 100;

/** The most sessions that may draw their changes in one frame; more would not be ready in time. */
export const FLUSHES_PER_FRAME = 2;
/** While the user types, the text must be drawn at once, so sessions can wait. */
export const FLUSHES_WHILE_TYPING = 1;
export const TYPING_MILLISECONDS = 300;
/** A frame that takes longer is late on a screen of 60 Hz. */
export const LATE_MILLISECONDS = 24;

/**
 * How many entries at the end of a transcript always stay here: new text arrives there, and the
 * user is mostly there.
 */
export const KEPT_AT_END = 100;

/**
 * The most entries that are held; beyond it, those that were out of sight longest stay only in
 * main.
 */
export const MOST_ENTRIES = 600;
/** How many entries remain after that, so that trimming does not happen with every entry. */
export const KEPT_ENTRIES = 400;
/** The same limit by characters: one entry has up to a million, and many sessions may be open. */
export const MOST_CHARACTERS = 32 * 1024 * 1024;
export const KEPT_CHARACTERS = 24 * 1024 * 1024;

/** The most sets of sessions that are remembered; more than anybody goes back to. */
export const SET_LIMIT = 200;

/**
 * The most agents whose modes and models are remembered for the next start, and the most choices of
 * each.
 */
export const OFFERING_AGENTS = 40;
export const OFFERED_CHOICES = 200;

/** The delay after typing before a rule is tried on past requests. */
export const PREVIEW_MILLISECONDS = 200;
