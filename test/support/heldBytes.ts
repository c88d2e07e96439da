import { collectedBytes } from './liveBytes';

const TRIES = 10;
const NOISE_BYTES = 100_000;

/** How much memory the objects from `make` hold. */
export function heldBytes(make: () => unknown): number {
  const before = settledBytes();
  const made = [make()];
  const after = settledBytes();
  // Used only now, so that it could not be collected before.
  return made.length * (after - before);
}

/** Some earlier garbage is only freed by a later collection. */
function settledBytes(): number {
  let bytes = collectedBytes();
  for (let tries = 0; tries < TRIES; tries++) {
    const now = collectedBytes();
    if (bytes - now < NOISE_BYTES) return now;
    bytes = now;
  }
  return bytes;
}
