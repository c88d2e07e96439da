/** The last bytes of a stream. Memory is allocated with the first byte. */
export class ByteRing {
  private buffer = Buffer.allocUnsafe(0);
  /** The length of the whole stream. */
  private total = 0;

  constructor(private readonly capacity: number) {}

  /** The number of bytes held. */
  get length(): number {
    return Math.min(this.total, this.capacity);
  }

  get hasDropped(): boolean {
    return this.total > this.capacity;
  }

  write(bytes: Buffer): void {
    if (this.buffer.length === 0) this.buffer = Buffer.allocUnsafeSlow(this.capacity);
    const kept = bytes.subarray(Math.max(0, bytes.length - this.capacity));
    const start = (this.total + bytes.length - kept.length) % this.capacity;
    const copied = kept.copy(this.buffer, start);
    kept.copy(this.buffer, 0, copied);
    this.total += bytes.length;
  }

  /**
   * The number of held bytes after the last occurrence of this value; all of them if it does not
   * occur.
   */
  bytesAfterLast(value: number): number {
    const held = this.tail(this.length);
    return held.length - 1 - held.lastIndexOf(value);
  }

  /** A copy of the newest bytes, as many as are held. */
  tail(count: number): Buffer {
    const length = Math.min(count, this.length);
    const end = this.total % this.capacity || this.length;
    return length <= end
      ? Buffer.from(this.buffer.subarray(end - length, end))
      : Buffer.concat([
          this.buffer.subarray(this.capacity - (length - end)),
          this.buffer.subarray(0, end),
        ]);
  }
}
