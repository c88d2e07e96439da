import { randomBytes } from 'node:crypto';

/** A name that nothing else has and nobody can guess, fit for files, addresses and ids. */
export function randomName(): string {
  return randomBytes(12).toString('base64url');
}
