import { setTimeout as wait } from 'node:timers/promises';

/** Rejects with the signal's own reason, unlike the timer. */
export async function pause(milliseconds, signal) {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
