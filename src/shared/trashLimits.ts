/** How long deleted sessions are kept, and how much of them; the oldest are removed first. */
export const TRASH_DAYS = 30;
export const TRASH_BYTES = 5_000_000_000;
