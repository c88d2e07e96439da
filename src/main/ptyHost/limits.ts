/** Bounds of the pty host, each with its reason. */

/** Output is gathered this long before it is sent on: a quarter of a frame. */
export const BATCH_MILLISECONDS = 5;

/** More than this at once would hold up the window's frame. */
export const BATCH_CHARACTERS = 64 * 1024;

/** What comes back when a window attaches: some 10,000 lines, parsed in a tenth of a second. */
export const RECORDED_CHARACTERS = 1024 * 1024;

/** Shorter pieces are joined, so that a byte at a time costs no more than a block. */
export const PIECE_CHARACTERS = 4 * 1024;

/** Dragging an edge makes many sizes; the oldest of them are printed again at one. */
export const RECORDED_SIZES = 64;

/** What main keeps of each terminal in case the pty host dies or the app is started again. */
export const TAIL_CHARACTERS = 128 * 1024;

/** How often main's copies follow; what a crash of the pty host may take. */
export const TAIL_MILLISECONDS = 1_000;

/** Main counts these; many missing in a row mean that the pty host hangs. */
export const BEAT_MILLISECONDS = 1_000;

/** Between asking a terminal's programs to end and making them. */
export const KILL_PATIENCE_MILLISECONDS = 2_000;

/** The app waits this long for shells to save their history and go. */
export const END_MILLISECONDS = 1_000;

/** Programs look at their size some time after they were told that it changed. */
export const REDRAW_MILLISECONDS = 50;

/** One message of the window's; a longer paste comes in several. */
export const INPUT_CHARACTERS = 1024 * 1024;

/** Wider or higher than any screen. */
export const MAXIMUM_COLUMNS = 2_000;
export const MAXIMUM_ROWS = 1_000;

/** One system call's worth when the last bytes are fetched. */
export const DRAIN_BYTES = 64 * 1024;

/** All of it: many times what the system's buffer of a pty holds. */
export const DRAINED_BYTES = 512 * 1024;

/** Both ends of it, and what the library opens meanwhile. */
export const DESCRIPTORS_PER_TERMINAL = 6;
