import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ObjectId } from '#shared/ids';

export type ObjectFormat = 'sha1' | 'sha256';
export type ObjectType = 'blob' | 'tree';

/** The id under which git keeps these bytes. */
export function blobId(bytes: Uint8Array, format: ObjectFormat): ObjectId {
  const hash = createHash(format).update(`blob ${bytes.byteLength}\0`).update(bytes);
  return hash.digest('hex') as ObjectId;
}

/** Bytes that are hashed at once; larger pieces would block everything else. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The id of an object, hashed in pieces, so that a long one does not block the program. */
export async function hashObject(
  bytes: Uint8Array,
  format: ObjectFormat,
  type: ObjectType,
): Promise<ObjectId> {
  const hash = createHash(format).update(`${type} ${bytes.byteLength}\0`);
  if (bytes.byteLength <= PIECE_BYTES) return hash.update(bytes).digest('hex') as ObjectId;
  for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) {
    hash.update(bytes.subarray(start, start + PIECE_BYTES));
    await setImmediate();
  }
  return hash.digest('hex') as ObjectId;
}
