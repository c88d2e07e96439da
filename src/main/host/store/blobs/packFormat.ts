import { hash } from 'node:crypto';
import { writeText } from '#main/host/store/log/writeText';
import type { BlobHash } from '#shared/ids';

/**
 * A pack is a sequence of records: a mark, the length of the bytes (32 bits, little-endian), their
 * SHA-256, and the bytes. With the mark a reader finds the next record after a damaged one.
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
  return hash('sha256', bytes, 'hex') as BlobHash;
}

/**
 * Fills a record of `HEADER_BYTES` plus the content's length; the hash is computed from the bytes
 * in place.
 */
export function fillRecord(record: Buffer, content: string | Uint8Array): BlobHash {
  const bytes = record.subarray(HEADER_BYTES);
  if (typeof content === 'string') writeText(bytes, content);
  else bytes.set(content);
  const blob = hashOf(bytes);
  record.set(MARK, 0);
  record.writeUInt32LE(bytes.length, LENGTH_OFFSET);
  record.write(blob, HASH_OFFSET, 'hex');
  return blob;
}

/** Null if there is no record at this position. */
export function decodeHeader(buffer: Buffer, start: number): RecordHeader | null {
  if (buffer.length - start < HEADER_BYTES) return null;
  if (buffer.compare(MARK, 0, MARK.length, start, start + MARK.length) !== 0) return null;
  return {
    length: buffer.readUInt32LE(start + LENGTH_OFFSET),
    hash: buffer.toString('hex', start + HASH_OFFSET, start + HEADER_BYTES) as BlobHash,
  };
}

/** The position of the next mark, or -1. */
export function findMark(buffer: Buffer, start: number): number {
  return buffer.indexOf(MARK, start);
}
