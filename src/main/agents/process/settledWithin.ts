import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a promise that may never settle, no longer than this. Rejects only as it does. */
export async function settledWithin(
  promise: Promise<unknown>,
  milliseconds: number,
): Promise<void> {
  const given = new AbortController();
  const timeUp = delay(milliseconds, undefined, { signal: given.signal }).catch(() => undefined);
  try {
    await Promise.race([promise, timeUp]);
  } finally {
    given.abort();
  }
}
