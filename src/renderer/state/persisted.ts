/** Keys carry a version: a new shape gets a new key instead of a migration. */
const PREFIX = 'airlock.1.';

/** Reads what this window remembered. Absent, unreadable or wrong values give `fallback`. */
export function readPersisted<T>(
  key: string,
  read: (value: unknown) => T | undefined,
  fallback: T,
): T {
  const text = localStorage.getItem(PREFIX + key);
  if (text === null) return fallback;
  try {
    return read(JSON.parse(text)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function writePersisted(key: string, value: unknown): void {
  localStorage.setItem(PREFIX + key, JSON.stringify(value));
}
