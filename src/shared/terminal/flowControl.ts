/**
 * How far a terminal's program may run ahead of the screen, in characters; one batch of 64K comes
 * on top. Measured: larger marks gain little speed and let frames grow long, VS Code's 100K/5K
 * halve the throughput.
 */
export const HIGH_WATER_CHARACTERS = 448 * 1024;
export const LOW_WATER_CHARACTERS = 128 * 1024;

/** The screen reports what it has drawn in steps of this size, to spare messages. */
export const ACKNOWLEDGED_CHARACTERS = 32 * 1024;
