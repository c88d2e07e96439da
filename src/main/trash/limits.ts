import { TRASH_DAYS } from '#shared/trashLimits';

const DAY = 24 * 60 * 60 * 1000;

/** How long deleted sessions are kept; TRASH_BYTES limits their size. */
export const KEPT_MILLISECONDS = TRASH_DAYS * DAY;
/**
 * The most by which an item ages between two checks of the trash, however far the clock moved: a
 * wrong clock may cost one day of thirty, but not the content of the trash.
 */
export const COUNTED_MILLISECONDS = DAY;
/** Smaller changes of an item's age are not written. */
export const NOTED_MILLISECONDS = DAY / 24;

/**
 * Attempts to move a file: Windows refuses while another program has it open, and most close it
 * soon.
 */
export const MOVE_ATTEMPTS = 8;
export const MOVE_PAUSE_MILLISECONDS = 50;
