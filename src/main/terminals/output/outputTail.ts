import { TAIL_BLOCK_BYTES } from '#main/terminals/limits';
import type { SharedTail, TailShare } from './tailShare';

/** The last bytes of a stream, cut at the front, always at the start of a character. */
export class OutputTail implements SharedTail {
  /** All blocks are full except the last, so single bytes need no more memory than a block. */
  private readonly blocks: Block[] = [];
  private size = 0;
  private hasDropped = false;

  constructor(
    private readonly limit: number,
    /** The budget that this tail shares with others. */
    private readonly share: TailShare | null = null,
  ) {
    share?.join(this);
  }

  get keptBytes(): number {
    return this.size;
  }

  get truncated(): boolean {
    return this.hasDropped || this.size > this.limit;
  }

  push(chunk: Buffer): void {
    let rest = chunk;
    const before = this.size;
    while (rest.length > 0) {
      const block = this.lastBlock();
      const copied = rest.copy(block.bytes, block.length);
      block.length += copied;
      this.size += copied;
      rest = rest.subarray(copied);
      this.dropBlocks();
    }
    this.share?.changed(this.size - before);
  }

  dropFirst(): boolean {
    if (this.blocks.length < 2) return false;
    this.share?.changed(-this.drop());
    return true;
  }

  /** Called when the command is released: its output no longer counts. */
  letGo(): void {
    this.share?.leave(this);
  }

  /** The kept text, without a last character that is still incomplete. */
  text(bytes: number = this.limit): string {
    const whole = Buffer.concat(this.blocks.map((block) => block.bytes.subarray(0, block.length)));
    const tail = whole.subarray(Math.max(whole.length - Math.min(bytes, this.limit), 0));
    const isCut = this.hasDropped || tail.length < whole.length;
    const start = isCut ? firstCharacter(tail) : 0;
    return tail.subarray(start, lastCharacter(tail)).toString('utf8');
  }

  private lastBlock(): Block {
    const last = this.blocks.at(-1);
    if (last !== undefined && last.length < last.bytes.length) return last;
    const block = { bytes: Buffer.allocUnsafeSlow(TAIL_BLOCK_BYTES), length: 0 };
    this.blocks.push(block);
    return block;
  }

  private dropBlocks(): void {
    const first = this.blocks[0];
    if (first === undefined || this.size - first.length < this.limit) return;
    this.drop();
  }

  private drop(): number {
    const length = this.blocks.shift()?.length ?? 0;
    this.size -= length;
    this.hasDropped = true;
    return length;
  }
}

interface Block {
  readonly bytes: Buffer;
  length: number;
}

const LONGEST_CHARACTER = 4;

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/** The position of the first whole character after a cut. */
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

/** The end of the last complete character. */
export function lastCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(bytes.length, LONGEST_CHARACTER); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
