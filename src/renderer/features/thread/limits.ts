/** Bounds of the transcript, each with its reason. */

/** Room above the first row, as the style sheet has it; the list has to know. */
export const TOP_PIXELS = 20;

/** The distance from its end at which a transcript counts as being at the end. */
export const END_DISTANCE_PIXELS = 32;

/** The space above an entry that is kept in view. */
export const IN_SIGHT_MARGIN_PIXELS = 8;

/** A scroll within this time of a key or a pressed pointer is the user's: smooth ones take a while. */
export const ACTION_MILLISECONDS = 500;
/** Rows are measured, and the list scrolls to keep its place, soon after a change; less soon when busy. */
export const RESIZE_MILLISECONDS = 1_000;

/** Time in which a key that was meant for something else may still arrive. */
export const ARMING_MILLISECONDS = 500;

/** Options of a permission request that have a key; the rest are pressed. */
export const OPTION_KEYS = 9;

/** Output of a running command that is kept here; main keeps the same for the log. */
export const TERMINAL_TAIL_CHARACTERS = 16_384;
/** Commands whose output is followed at once, oldest forgotten first. */
export const FOLLOWED_TERMINALS = 64;
/** Lines of output that are drawn; more is read in a terminal. */
export const TERMINAL_LINES = 200;

/** A diff longer than this is opened in review: it would fill the transcript. */
export const DIFF_ROWS = 60;
export const DIFF_ALL_ROWS = 2_000;
/** In pixels; beyond, it has its own scrolling. */
export const DIFF_HEIGHT = 480;
/** Texts larger than this are not compared here: it would be felt while scrolling. */
export const DIFF_CHARACTERS = 400_000;
/** An edit no larger than this is shown without being asked for. */
export const SMALL_DIFF_CHARACTERS = 8_000;

/** Bodies up to this size are fetched as soon as they are unfolded; larger ones on demand. */
export const BODY_BYTES = 1_000_000;

/** Matches that a search in the transcript counts; beyond it the count says "more than". */
export const FIND_MATCHES = 10_000;
/** Entries that a search reads between two frames. */
export const FIND_ENTRIES_PER_FRAME = 250;
/** Matches that are marked on the screen at once. */
export const FIND_MARKS = 2_000;

/** Names of agents, tools and options are labels; a longer one is cut. */
export const TITLE_CHARACTERS = 2_000;
/** Spans of code that are set as code in one label. */
export const TITLE_SPANS = 20;
/** Items of a plan that are drawn before the user asks for the rest. */
export const PLAN_ITEMS = 50;

/** Paths of files that main is asked about in one go, and that are remembered of one transcript. */
export const ASKED_PATHS = 100;
export const KNOWN_PATHS = 5_000;
