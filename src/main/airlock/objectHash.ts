import { createHash } from 'node:crypto';
import type { ObjectId } from '#shared/ids';

export type ObjectFormat = 'sha1' | 'sha256';

/** The id under which git keeps these bytes. */
export function blobId(bytes: Uint8Array, format: ObjectFormat): ObjectId {
  const hash = createHash(format).update(`blob ${bytes.byteLength}\0`).update(bytes);
  return hash.digest('hex') as ObjectId;
}
