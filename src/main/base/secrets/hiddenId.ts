import { createHmac, randomBytes } from 'node:crypto';

/** The key is new in every run, so that nobody can test guesses against the hashes in our files. */
const key = randomBytes(32);

/**
 * Replaces an id that must not be written. The same id always gets the same replacement while the
 * app runs.
 */
export function hiddenId(id: string): string {
  return `hidden-${createHmac('sha256', key).update(id).digest('hex').slice(0, 24)}`;
}
