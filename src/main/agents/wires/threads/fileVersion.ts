import { createHash } from 'node:crypto';

const VERSION_BYTES = 6;

/**
 * The version of a file is a number made from what it holds: it is the same for as long as the file
 * is, here and in any later run, and another once somebody has changed it. It stays below 2^48, so
 * that JSON numbers hold it exactly.
 */
export function fileVersion(content: Uint8Array): number {
  return createHash('sha256').update(content).digest().readUIntBE(0, VERSION_BYTES);
}
