/** Limits of the pty host, each with its reason. */

/** How long output is collected before it is sent: a quarter of a frame. */
export const BATCH_MILLISECONDS = 5;

/** Output that is sent at once; more would delay the window's frame. */
export const BATCH_CHARACTERS = 64 * 1024;

/**
 * The output that a window gets when it attaches: some 10,000 lines, parsed in a tenth of a second.
 */
export const RECORDED_CHARACTERS = 1024 * 1024;

/** Shorter pieces are joined, so that single bytes need no more memory than a block. */
export const PIECE_CHARACTERS = 4 * 1024;

/**
 * Recorded sizes: dragging an edge makes many. Output of the oldest is replayed at a single size.
 */
export const RECORDED_SIZES = 64;

/** Main's copy of each terminal, in case the pty host dies or the app is restarted. */
export const TAIL_CHARACTERS = 128 * 1024;

/** How often main's copies are updated; the most that a crash of the pty host may lose. */
export const TAIL_MILLISECONDS = 1_000;

/** Time between heartbeats, which main counts: many missing in a row mean that the pty host hangs. */
export const BEAT_MILLISECONDS = 1_000;

/** Time between asking a terminal's programs to end and killing them. */
export const KILL_PATIENCE_MILLISECONDS = 2_000;

/** How long the app waits for shells to save their history and exit. */
export const END_MILLISECONDS = 1_000;

/**
 * How long to wait for a redraw: programs read their size some time after they were told that it
 * changed.
 */
export const REDRAW_MILLISECONDS = 50;

/** Characters of one message from the window; a longer paste comes in several. */
export const INPUT_CHARACTERS = 1024 * 1024;

/** The largest terminal: wider and higher than any screen. */
export const MAXIMUM_COLUMNS = 2_000;
export const MAXIMUM_ROWS = 1_000;

/** Bytes per system call when the last output is read. */
export const DRAIN_BYTES = 64 * 1024;

/** The most bytes of last output: many times the system's buffer of a pty. */
export const DRAINED_BYTES = 512 * 1024;

/** File descriptors per terminal: both ends of the pty, and what the library opens meanwhile. */
export const DESCRIPTORS_PER_TERMINAL = 6;
