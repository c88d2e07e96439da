import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { FLUSH_MILLISECONDS } from './limits';

/** Keys carry a version: a new shape gets a new key instead of a migration. */
const PREFIX = 'airlock.1.';

/**
 * Reads a stored value of this window. Absent, unreadable or wrong values give `fallback`. An
 * unreadable value is kept under another key, because the next write replaces it.
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
    // Something else wrote the value, or it was cut short.
    return undefined;
  }
}

/**
 * A stored value survives closing the window at once, and a crash of the app once main has flushed
 * it.
 */
export function writePersisted(key: string, value: unknown): void {
  localStorage.setItem(PREFIX + key, JSON.stringify(value));
  flushSoon();
}

export function removePersisted(key: string): void {
  localStorage.removeItem(PREFIX + key);
  flushSoon();
}

let isFlushing = false;

/** Flushes once for all writes within that time. */
function flushSoon(): void {
  if (isFlushing) return;
  isFlushing = true;
  setTimeout(() => {
    isFlushing = false;
    call('app.flushStorage', null).catch(reportError);
  }, FLUSH_MILLISECONDS);
}
