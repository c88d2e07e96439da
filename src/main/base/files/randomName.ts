import { randomBytes } from 'node:crypto';

/** A unique name that nobody can guess, valid in files, addresses and ids. */
export function randomName(): string {
  return randomBytes(12).toString('base64url');
}
