import { BATCH_BYTES } from '#main/host/store/limits';
import { writeText } from './writeText';

/** The most bytes that one UTF-16 unit takes. */
const LONGEST_CHARACTER = 3;

interface Chunk {
  readonly position: number;
  readonly bytes: Uint8Array;
}

/**
 * The bytes at the end of a file that memory still holds, without gaps, by their position in the
 * file.
 */
export class ByteQueue {
  private readonly chunks: Chunk[] = [];
  /**
   * Text is encoded into one buffer line by line, because joining it first would widen all of it.
   */
  private batch = Buffer.alloc(0);
  private batchStart = 0;
  private batchEnd = 0;

  constructor(private position: number) {}

  /** The position of the next bytes. */
  get end(): number {
    return this.position;
  }

  push(data: string | Uint8Array): void {
    if (typeof data !== 'string') {
      this.seal();
      this.add(data);
    } else if (data.length * LONGEST_CHARACTER > BATCH_BYTES) {
      this.seal();
      this.add(Buffer.from(data));
    } else {
      if (data.length * LONGEST_CHARACTER > this.batch.length - this.batchEnd) this.startBatch();
      const bytes = writeText(this.batch, data, this.batchEnd);
      this.batchEnd += bytes;
      this.position += bytes;
    }
  }

  /** Lets `write` produce the next bytes in place, which saves a copy; adds none if it declines. */
  pushFilled(length: number, write: (bytes: Buffer) => boolean): boolean {
    if (length > BATCH_BYTES) {
      const bytes = Buffer.allocUnsafeSlow(length);
      if (!write(bytes)) return false;
      this.seal();
      this.add(bytes);
      return true;
    }
    if (length > this.batch.length - this.batchEnd) this.startBatch();
    if (!write(this.batch.subarray(this.batchEnd, this.batchEnd + length))) return false;
    this.batchEnd += length;
    this.position += length;
    return true;
  }

  /**
   * Some of the bytes between two positions: at least one piece, and no more once there is
   * `enough`.
   */
  take(from: number, to: number, enough: number): Uint8Array[] {
    this.seal();
    const parts: Uint8Array[] = [];
    let taken = 0;
    for (const chunk of this.chunks) {
      const part = chunk.bytes.subarray(
        Math.max(0, from - chunk.position),
        Math.max(0, to - chunk.position),
      );
      if (part.byteLength === 0) continue;
      parts.push(part);
      taken += part.byteLength;
      if (taken >= enough) break;
    }
    return parts;
  }

  /** Copies the bytes between two positions; `origin` is the position of the buffer's start. */
  copy(from: number, to: number, buffer: Buffer, origin: number): void {
    this.seal();
    for (const { position, bytes } of this.chunks) {
      const start = Math.max(from, position);
      const stop = Math.min(to, position + bytes.byteLength);
      if (start >= stop) continue;
      buffer.set(bytes.subarray(start - position, stop - position), start - origin);
    }
  }

  /** Forgets the chunks that end before a position. */
  drop(before: number): void {
    const kept = this.chunks.findIndex((chunk) => chunk.position + chunk.bytes.byteLength > before);
    this.chunks.splice(0, kept < 0 ? this.chunks.length : kept);
  }

  private add(bytes: Uint8Array): void {
    this.chunks.push({ position: this.position, bytes });
    this.position += bytes.byteLength;
  }

  private startBatch(): void {
    this.seal();
    this.batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
    this.batchStart = 0;
    this.batchEnd = 0;
  }

  /** Turns the batch's content into a chunk; its buffer is filled further. */
  private seal(): void {
    const bytes = this.batch.subarray(this.batchStart, this.batchEnd);
    if (bytes.length === 0) return;
    this.chunks.push({ position: this.position - bytes.length, bytes });
    this.batchStart = this.batchEnd;
  }
}
