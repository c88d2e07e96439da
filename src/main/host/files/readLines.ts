import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 10;

export interface LineRange {
  /** The first line, counted from 1; anything lower means the first line. */
  readonly start: number;
  /** The number of lines; null for all that follow. */
  readonly limit: number | null;
}

/** Lines of a file of any size with their line breaks, holding only these lines in memory. */
export async function readLines(
  file: FileHandle,
  { start, limit }: LineRange,
  maximumBytes: number,
): Promise<Buffer | 'binary' | 'too-large'> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let toSkip = Math.max(Math.floor(start) - 1, 0);
  let toKeep = limit === null ? Number.POSITIVE_INFINITY : Math.max(Math.floor(limit), 0);
  let position = 0;
  while (toKeep > 0) {
    const { buffer, bytesRead } = await file.read(
      Buffer.allocUnsafe(CHUNK_BYTES),
      0,
      CHUNK_BYTES,
      position,
    );
    if (bytesRead === 0) break;
    position += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    if (chunk.includes(0)) return 'binary';
    const from = afterLines(chunk, 0, toSkip);
    toSkip -= from.lines;
    if (toSkip > 0) continue;
    const to = afterLines(chunk, from.end, toKeep);
    toKeep -= to.lines;
    kept.push(chunk.subarray(from.end, to.end));
    keptBytes += to.end - from.end;
    if (keptBytes > maximumBytes) return 'too-large';
  }
  return Buffer.concat(kept);
}

/** Reads a whole file of a known size into one buffer; null if it has grown since. */
export async function readWhole(file: FileHandle, size: number): Promise<Buffer | 'binary' | null> {
  const buffer = Buffer.allocUnsafeSlow(size + 1);
  let filled = 0;
  while (filled < buffer.length) {
    const length = Math.min(CHUNK_BYTES, buffer.length - filled);
    const { bytesRead } = await file.read(buffer, filled, length, filled);
    if (bytesRead === 0) return buffer.subarray(0, filled);
    filled += bytesRead;
    if (buffer.subarray(filled - bytesRead, filled).includes(0)) return 'binary';
  }
  return null;
}

/** The position where this many lines end, or the chunk does, and the number of lines. */
function afterLines(chunk: Buffer, start: number, count: number): { end: number; lines: number } {
  let end = start;
  let lines = 0;
  while (lines < count) {
    const newline = chunk.indexOf(NEWLINE, end);
    if (newline < 0) return { end: count === 0 ? start : chunk.length, lines };
    end = newline + 1;
    lines++;
  }
  return { end, lines };
}
