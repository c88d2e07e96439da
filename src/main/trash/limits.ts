const DAY = 24 * 60 * 60 * 1000;

/** How long deleted things are kept, and how much of them; the oldest goes first. */
export const KEPT_MILLISECONDS = 30 * DAY;
/**
 * The most by which an item ages from one look at the trash to the next, however far the clock went:
 * a clock that is wrong may cost a day of thirty, and not what is in the trash.
 */
export const COUNTED_MILLISECONDS = DAY;
/** Less than this is not worth writing down. */
export const NOTED_MILLISECONDS = DAY / 24;
export const KEPT_BYTES = 5_000_000_000;

/** Windows refuses to move what another program has open; most let go within a moment. */
export const MOVE_ATTEMPTS = 8;
export const MOVE_PAUSE_MILLISECONDS = 50;

/** Files that are removed at the same time. */
export const REMOVED_AT_ONCE = 32;
