import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits at most this long for a promise that may never settle. Rejects only if the promise does.
 */
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
