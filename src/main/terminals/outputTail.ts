/** The last bytes of a stream, cut from the front and always at the start of a character. */
export class OutputTail {
  private chunks: Buffer[] = [];
  private size = 0;
  private dropped = false;

  constructor(private readonly limit: number) {}

  get truncated(): boolean {
    return this.dropped;
  }

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    while (this.size > this.limit) this.dropFront();
  }

  /** The kept text; a last character that is still incomplete is left out. */
  text(bytes: number = this.limit): string {
    const whole = Buffer.concat(this.chunks);
    const tail = whole.subarray(Math.max(whole.length - bytes, 0));
    const isCut = this.dropped || tail.length < whole.length;
    const start = isCut ? firstCharacter(tail) : 0;
    return tail.subarray(start, lastCharacter(tail)).toString('utf8');
  }

  private dropFront(): void {
    const first = this.chunks[0];
    if (first === undefined) return;
    const excess = this.size - this.limit;
    this.dropped = true;
    if (first.length <= excess) {
      this.chunks.shift();
      this.size -= first.length;
    } else {
      this.chunks[0] = first.subarray(excess);
      this.size -= excess;
    }
  }
}

const LONGEST_CHARACTER = 4;

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/** Skips what is left of a character that the cut went through. */
function firstCharacter(bytes: Buffer): number {
  let start = 0;
  while (
    start < Math.min(bytes.length, LONGEST_CHARACTER - 1) &&
    isContinuation(bytes[start] ?? 0)
  ) {
    start++;
  }
  return start;
}

/** Where the last complete character ends. */
function lastCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(bytes.length, LONGEST_CHARACTER); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
