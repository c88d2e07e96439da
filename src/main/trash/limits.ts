const DAY = 24 * 60 * 60 * 1000;

/** How long deleted things are kept, and how much of them; the oldest goes first. */
export const KEPT_MILLISECONDS = 30 * DAY;
export const KEPT_BYTES = 5_000_000_000;

/** Windows refuses to move what another program has open; most let go within a moment. */
export const MOVE_ATTEMPTS = 8;
export const MOVE_PAUSE_MILLISECONDS = 50;

/** Files that are removed at the same time. */
export const REMOVED_AT_ONCE = 32;
