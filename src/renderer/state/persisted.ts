import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { FLUSH_MILLISECONDS } from './limits';

/** Keys carry a version: a new shape gets a new key instead of a migration. */
const PREFIX = 'airlock.1.';

/**
 * Reads what this window remembered. Absent, unreadable or wrong values give `fallback`; what could
 * not be read is kept under a name of its own, since the next write takes its place.
 */
export function readPersisted<T>(
  key: string,
  read: (value: unknown) => T | undefined,
  fallback: T,
): T {
  const text = localStorage.getItem(PREFIX + key);
  if (text === null) return fallback;
  const value = understood(text, read);
  if (value === undefined) localStorage.setItem(`${PREFIX}${key}.unreadable`, text);
  return value ?? fallback;
}

function understood<T>(text: string, read: (value: unknown) => T | undefined): T | undefined {
  try {
    return read(JSON.parse(text));
  } catch {
    // The value was written by something else, or was cut short.
    return undefined;
  }
}

/** Outlives the window at once, and a crash of the program as soon as main has had it flushed. */
export function writePersisted(key: string, value: unknown): void {
  localStorage.setItem(PREFIX + key, JSON.stringify(value));
  flushSoon();
}

export function removePersisted(key: string): void {
  localStorage.removeItem(PREFIX + key);
  flushSoon();
}

let isFlushing = false;

/** One flush for all writes of that time, however many there are. */
function flushSoon(): void {
  if (isFlushing) return;
  isFlushing = true;
  setTimeout(() => {
    isFlushing = false;
    call('app.flushStorage', null).catch(reportError);
  }, FLUSH_MILLISECONDS);
}
