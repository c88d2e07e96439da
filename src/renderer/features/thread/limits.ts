/** Bounds of the transcript, each with its reason. */

/** The room above the first row, as in the style sheet; the list must know it. */
export const TOP_PIXELS = 20;

/** The distance from its end at which a transcript counts as being at the end. */
export const END_DISTANCE_PIXELS = 32;

/** The space above an entry that is kept in view. */
export const IN_SIGHT_MARGIN_PIXELS = 8;

/**
 * A scroll within this time of a key or pointer press is the user's; smooth scrolling takes a
 * while.
 */
export const ACTION_MILLISECONDS = 500;
/**
 * After a change, rows are measured and the list scrolls to keep its place; this takes longer when
 * busy.
 */
export const RESIZE_MILLISECONDS = 1_000;

/** Time in which a key that was meant for something else may still arrive. */
export const ARMING_MILLISECONDS = 500;

/** The most options of a permission request that have a key; the others must be clicked. */
export const OPTION_KEYS = 9;

/** How much output of a running command is kept here; main keeps the same for the log. */
export const TERMINAL_TAIL_CHARACTERS = 16_384;
/** The most commands whose output is followed at once; the oldest is dropped first. */
export const FOLLOWED_TERMINALS = 64;
/** The most lines of output that are drawn; more can be read in a terminal. */
export const TERMINAL_LINES = 200;

/** A longer diff is opened in the review, because it would fill the transcript. */
export const DIFF_ROWS = 60;
export const DIFF_ALL_ROWS = 2_000;
/** In pixels; a higher diff scrolls on its own. */
export const DIFF_HEIGHT = 480;
/** Larger texts are not compared here, because that would make scrolling jerky. */
export const DIFF_CHARACTERS = 400_000;
/** The largest edit that is shown unasked. */
export const SMALL_DIFF_CHARACTERS = 8_000;

/** Bodies up to this size are fetched as soon as they are unfolded; larger ones on demand. */
export const BODY_BYTES = 1_000_000;

/** Matches that a search in the transcript counts; beyond it the count says "more than". */
export const FIND_MATCHES = 10_000;
/** Entries that a search reads between two frames. */
export const FIND_ENTRIES_PER_FRAME = 250;
/** The most matches that are highlighted on the screen at once. */
export const FIND_MARKS = 2_000;

/** Names of agents, tools and options are labels; a longer one is cut. */
export const TITLE_CHARACTERS = 2_000;
/** The most code spans that are formatted in one label. */
export const TITLE_SPANS = 20;
/** The most items of a plan that are drawn before the user asks for the rest. */
export const PLAN_ITEMS = 50;

/** The most paths that main is asked about at once, and that are remembered per transcript. */
export const ASKED_PATHS = 100;
export const KNOWN_PATHS = 5_000;
