/**
 * The most edits in one search before it falls back to a coarser result. The search costs about the
 * square of this: at most some 4 million steps (about 20 ms) are wasted.
 */
export const DIFF_EDIT_LIMIT = 2_048;

/**
 * The bound of all searches in one file together: past it the rest is one block, correct but not
 * minimal.
 */
export const DIFF_STEP_LIMIT = 60_000_000;

/** How far an insertion or deletion may be moved to find a boundary that reads well. */
export const SLIDE_LIMIT = 200;

/** A file with more lines than this is decided as a whole: its hunks are too many to read. */
export const REVIEWED_LINES = 200_000;

/** The same for its bytes; also what one side of a change may take in memory. */
export const REVIEWED_BYTES = 4 * 1024 * 1024;

/**
 * The number of turns to whose beginning the files can be rewound. The trees of earlier turns, and
 * versions that only their decisions need, are not kept: a session would grow with every turn.
 */
export const KEPT_TURNS = 30;

/**
 * The limit for the versions that only earlier turns keep: eight versions of the largest file that
 * is stored. Thirty of them would be 2 GB in each session, which nobody would notice.
 */
export const KEPT_TURN_BYTES = 500_000_000;
