import { liveBytes } from './liveBytes';

const TRIES = 10;
const NOISE_BYTES = 100_000;

/** How much memory is held by what is made, and by nothing but it. */
export function heldBytes(make: () => unknown): number {
  const before = settledBytes();
  const made = [make()];
  const after = settledBytes();
  // Looked at only now, so that it was there until now.
  return made.length * (after - before);
}

/** Some of what others have left goes only after something else has gone. */
function settledBytes(): number {
  let bytes = liveBytes();
  for (let tries = 0; tries < TRIES; tries++) {
    const now = liveBytes();
    if (bytes - now < NOISE_BYTES) return now;
    bytes = now;
  }
  return bytes;
}
