import type { ByteSource } from '#main/host/store/fileAccess';
import { PACK_SEARCH_BYTES, PACK_WINDOW_BYTES } from '#main/host/store/limits';
import type { BlobHash } from '#shared/ids';
import { decodeHeader, findMark, HEADER_BYTES, hashOf, type RecordHeader } from './packFormat';

export interface BlobPlace {
  /** The position of the bytes, after their header. */
  readonly offset: number;
  readonly length: number;
}

export interface PackScan {
  readonly places: Map<BlobHash, BlobPlace>;
  /** The end of the last record that could be found; usually the file's end. */
  readonly end: number;
  /** Bytes between records that belong to none. */
  readonly damagedBytes: number;
}

interface FoundRecord {
  readonly position: number;
  readonly header: RecordHeader;
}

/** Finds the blobs of a pack by their headers; the bytes are checked when they are requested. */
export async function scanPack(source: ByteSource, size: number): Promise<PackScan> {
  const window = new Window(source, size);
  const places = new Map<BlobHash, BlobPlace>();
  let damagedBytes = 0;
  let position = 0;
  while (position < size) {
    const header = await window.headerAt(position);
    const found =
      header !== null && (await isPlausible(window, position, header, size))
        ? { position, header }
        : await findRecord(window, position + 1, size);
    if (found === null) break;
    damagedBytes += found.position - position;
    const offset = found.position + HEADER_BYTES;
    places.set(found.header.hash, { offset, length: found.header.length });
    position = offset + found.header.length;
  }
  return { places, end: position, damagedBytes };
}

/**
 * Whether a record is credible: it is, without further proof, if it ends where the next one begins
 * or the file ends.
 */
async function isPlausible(
  window: Window,
  position: number,
  header: RecordHeader,
  size: number,
): Promise<boolean> {
  const end = position + HEADER_BYTES + header.length;
  if (end > size) return false;
  if (end === size || (await window.headerAt(end)) !== null) return true;
  return isIntact(window, position, header);
}

async function isIntact(window: Window, position: number, header: RecordHeader): Promise<boolean> {
  const bytes = await window.bytes(position + HEADER_BYTES, header.length);
  return bytes.length === header.length && hashOf(bytes) === header.hash;
}

/**
 * Searches for the next certain record: a mark alone may be part of an agent's text, which may
 * contain thousands of them to keep us busy.
 */
async function findRecord(window: Window, from: number, size: number): Promise<FoundRecord | null> {
  let budget = PACK_SEARCH_BYTES;
  let position = await window.markFrom(from);
  while (position !== null) {
    const header = await window.headerAt(position);
    if (header !== null && position + HEADER_BYTES + header.length <= size) {
      if (await isIntact(window, position, header)) return { position, header };
      budget -= header.length;
    }
    budget -= PACK_WINDOW_BYTES;
    if (budget < 0) return null;
    position = await window.markFrom(position + 1);
  }
  return null;
}

/** Reads ahead, because most records are too short to be worth a separate read. */
class Window {
  private buffer: Buffer = Buffer.alloc(0);
  private start = 0;

  constructor(
    private readonly source: ByteSource,
    private readonly size: number,
  ) {}

  async headerAt(position: number): Promise<RecordHeader | null> {
    if (position + HEADER_BYTES > this.size) return null;
    const end = this.start + this.buffer.length;
    if (position < this.start || position + HEADER_BYTES > end) await this.moveTo(position);
    return decodeHeader(this.buffer, position - this.start);
  }

  async markFrom(from: number): Promise<number | null> {
    for (let position = from; position + HEADER_BYTES <= this.size; ) {
      await this.moveTo(position);
      const index = findMark(this.buffer, 0);
      if (index >= 0) return position + index;
      // A mark may lie across the border of two windows.
      position += Math.max(1, this.buffer.length - HEADER_BYTES);
    }
    return null;
  }

  async bytes(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, await this.fill(buffer, position));
  }

  private async moveTo(position: number): Promise<void> {
    const length = Math.min(PACK_WINDOW_BYTES, this.size - position);
    this.buffer = await this.bytes(position, length);
    this.start = position;
  }

  private async fill(buffer: Buffer, position: number): Promise<number> {
    let filled = 0;
    while (filled < buffer.length) {
      const rest = buffer.length - filled;
      const { bytesRead } = await this.source.read(buffer, filled, rest, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return filled;
  }
}
