import { createHash } from 'node:crypto';
import type { BlobHash } from '#shared/ids';

/**
 * A pack is a row of records: a mark, the length of the bytes (32 bits, little-endian), their
 * SHA-256, the bytes. The mark lets a reader find its feet again after a damaged record.
 */
const MARK = Buffer.from([0x93, 0x42, 0x4c, 0x42]);
const LENGTH_OFFSET = MARK.length;
const HASH_OFFSET = LENGTH_OFFSET + 4;
export const HEADER_BYTES = HASH_OFFSET + 32;

export interface RecordHeader {
  readonly hash: BlobHash;
  readonly length: number;
}

export function hashOf(bytes: Uint8Array): BlobHash {
  return createHash('sha256').update(bytes).digest('hex') as BlobHash;
}

export function encodeRecord(hash: BlobHash, bytes: Uint8Array): Buffer {
  const record = Buffer.allocUnsafe(HEADER_BYTES + bytes.byteLength);
  record.set(MARK, 0);
  record.writeUInt32LE(bytes.byteLength, LENGTH_OFFSET);
  record.write(hash, HASH_OFFSET, 'hex');
  record.set(bytes, HEADER_BYTES);
  return record;
}

/** Null when there is no record at this place. */
export function decodeHeader(buffer: Buffer, start: number): RecordHeader | null {
  if (buffer.length - start < HEADER_BYTES) return null;
  if (buffer.compare(MARK, 0, MARK.length, start, start + MARK.length) !== 0) return null;
  return {
    length: buffer.readUInt32LE(start + LENGTH_OFFSET),
    hash: buffer.toString('hex', start + HASH_OFFSET, start + HEADER_BYTES) as BlobHash,
  };
}

/** Where the next mark is, or -1. */
export function findMark(buffer: Buffer, start: number): number {
  return buffer.indexOf(MARK, start);
}
