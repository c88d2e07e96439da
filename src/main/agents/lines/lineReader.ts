import {
  LARGE_LINE_BYTES,
  LINE_BYTES,
  METHOD_SEARCH_BYTES,
  SCANNED_BYTES,
  SPARE_MILLISECONDS,
  TAP_FRAME_BYTES,
} from './limits';
import { type MessageRefusal, MessageShape } from './messageShape';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = '\uFEFF';
const BYTE_ORDER_MARK_BYTES = 3;
const NOTHING = Buffer.alloc(0);
/** The buffer kept between lines: most chunks end within a line that is much shorter. */
const USUAL_CAPACITY = 64 * 1024;
/** The factor by which a full buffer grows; a large one leaves few old buffers behind. */
const GROWTH = 4;

export interface TextLine {
  readonly type: 'line';
  readonly text: string;
  /**
   * The position of the line's bytes, without the line break, in a buffer that no longer changes.
   */
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
}

/** A long line. Its text is decoded only if the message is accepted. */
export interface LargeLine extends Omit<TextLine, 'type' | 'text'> {
  readonly type: 'large';
}

/** A line that is not accepted. Only its beginning was kept. */
export interface RefusedLine extends MessageRefusal, Omit<TextLine, 'type' | 'text'> {
  readonly type: 'refused';
  /** The size of the whole line. */
  readonly bytes: number;
}

export type Line =
  | TextLine
  | LargeLine
  | RefusedLine
  /** The last outcome: after this, no line can be trusted to be a separate message. */
  | { readonly type: 'too-long'; readonly bytes: number; readonly method: string | null };

/**
 * Splits bytes into lines. The caller pulls lines, so the reader can stop between any two. Only
 * whole lines are decoded, because a chunk may end within a character. Blank lines are skipped.
 */
export class LineReader {
  private readonly chunks: Buffer[] = [];
  /** Whole lines, decoded together, which is a third faster for short lines than one by one. */
  private text = '';
  private position = 0;
  /** The bytes of that text, and the position of the next line in them. */
  private decoded: Buffer = NOTHING;
  private decodedPosition = 0;
  private isAscii = true;
  /**
   * A line whose end has not arrived yet. The buffer doubles when full, since a line may come byte
   * by byte.
   */
  private held: Buffer = NOTHING;
  private heldBytes = 0;
  /** Present once the held line is long: its shape is checked as it arrives. */
  private shape: MessageShape | null = null;
  private isRefused = false;
  /** The buffer of the last long line, for reuse. */
  private spare: Buffer | null = null;
  private spareTimer: NodeJS.Timeout | undefined;
  private isFirstLine = true;
  private isOver = false;

  constructor(private readonly lineBytes: number = LINE_BYTES) {}

  push(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Take parts within the limit, so that any line over the limit has been held.
    for (let start = 0; start < chunk.length; start += this.lineBytes) {
      this.chunks.push(chunk.subarray(start, start + this.lineBytes));
    }
  }

  /** Undefined until more bytes are pushed. */
  next(): Line | undefined {
    while (!this.isOver) {
      const line = this.nextDecoded();
      if (line) return line;
      const chunk = this.chunks.shift();
      if (!chunk) return undefined;
      const finished = this.take(chunk);
      if (finished) return finished;
    }
    return undefined;
  }

  /**
   * The number of bytes of an unfinished line; at the end of the stream, of a message that was cut
   * off.
   */
  get unfinishedBytes(): number {
    return this.heldBytes;
  }

  /**
   * Returns the buffer of a long line for reuse: the next line may be as long, and in a flood of
   * long lines each would leave megabytes behind. Null drops the spare buffer.
   */
  giveBack(buffer: Buffer | null): void {
    clearTimeout(this.spareTimer);
    this.spare = buffer;
    if (buffer === null) return;
    this.spareTimer = setTimeout(() => this.giveBack(null), SPARE_MILLISECONDS);
    this.spareTimer.unref();
  }

  /** Takes in the lines of a chunk. Returns the held line if it ended here. */
  private take(chunk: Buffer): Line | undefined {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) return this.hold(chunk);
    const start = this.heldBytes > 0 ? chunk.indexOf(LINE_FEED) + 1 : 0;
    const finished = start > 0 ? this.finishHeld(chunk.subarray(0, start - 1)) : undefined;
    if (this.isOver) return finished;
    this.text = chunk.toString('utf8', start, end);
    this.position = 0;
    this.decoded = chunk;
    this.decodedPosition = start;
    this.isAscii = this.text.length === end - start;
    this.hold(chunk.subarray(end));
    return finished;
  }

  private nextDecoded(): Line | undefined {
    while (this.position < this.text.length) {
      const end = this.text.indexOf('\n', this.position);
      const text = this.text.slice(this.position, end);
      const start = this.decodedPosition;
      // The byte end is not computed from the text, because invalid UTF-8 decodes to more bytes.
      const byteEnd = this.isAscii ? start + text.length : this.decoded.indexOf(LINE_FEED, start);
      this.position = end + 1;
      this.decodedPosition = byteEnd + 1;
      const line = this.line(text, this.decoded, start, byteEnd);
      if (line) return line;
    }
    this.decoded = NOTHING;
    return undefined;
  }

  private hold(bytes: Buffer): Line | undefined {
    const size = this.heldBytes + bytes.length;
    if (size > this.lineBytes) return this.overflow(size);
    if (size > SCANNED_BYTES) this.scan(bytes);
    if (this.isRefused) {
      this.heldBytes = size;
      return undefined;
    }
    if (size > this.held.length) this.grow(size);
    bytes.copy(this.held, this.heldBytes);
    this.heldBytes = size;
    return undefined;
  }

  private grow(size: number): void {
    const grown = this.spareFor(size) ?? Buffer.allocUnsafeSlow(this.capacityFor(size));
    this.held.copy(grown, 0, 0, this.heldBytes);
    this.held = grown;
  }

  private capacityFor(size: number): number {
    const capacity = Math.min(Math.max(size, GROWTH * this.held.length), this.lineBytes);
    return Math.max(capacity, USUAL_CAPACITY);
  }

  private spareFor(size: number): Buffer | null {
    const { spare } = this;
    if (spare === null || size <= USUAL_CAPACITY || spare.length < size) return null;
    this.spare = null;
    return spare;
  }

  private scan(bytes: Buffer): void {
    if (this.shape === null) {
      this.shape = new MessageShape();
      this.shape.push(this.held.subarray(0, this.heldBytes));
    }
    this.shape.push(bytes);
    if (this.isRefused || this.shape.refusal === null) return;
    this.isRefused = true;
    // Keep the part that the inspector shows.
    const kept = Math.min(this.heldBytes, TAP_FRAME_BYTES + 1);
    this.held = Buffer.from(this.held.subarray(0, kept));
  }

  private finishHeld(rest: Buffer): Line | undefined {
    const overflow = this.hold(rest);
    if (overflow) return overflow;
    const refusal = this.isRefused ? this.shape?.refusal : null;
    this.shape = null;
    this.isRefused = false;
    if (refusal) {
      const buffer = this.held;
      const bytes = this.heldBytes;
      this.held = NOTHING;
      this.heldBytes = 0;
      this.isFirstLine = false;
      return { type: 'refused', ...refusal, buffer, start: 0, end: buffer.length, bytes };
    }
    if (this.heldBytes > LARGE_LINE_BYTES) return this.largeLine();
    const whole = Buffer.allocUnsafeSlow(this.heldBytes);
    this.held.copy(whole, 0, 0, this.heldBytes);
    this.heldBytes = 0;
    if (this.held.length > USUAL_CAPACITY) this.held = NOTHING;
    return this.line(whole.toString('utf8'), whole, 0, whole.length);
  }

  /** Hands over the buffer itself: a copy would double the cost of a long line. */
  private largeLine(): Line | undefined {
    const buffer = this.held;
    let end = this.heldBytes;
    this.held = NOTHING;
    this.heldBytes = 0;
    let start = 0;
    if (this.isFirstLine && buffer.toString('utf8', 0, BYTE_ORDER_MARK_BYTES) === BYTE_ORDER_MARK) {
      start = BYTE_ORDER_MARK_BYTES;
    }
    this.isFirstLine = false;
    if (buffer[end - 1] === CARRIAGE_RETURN) end--;
    return { type: 'large', buffer, start, end };
  }

  private overflow(bytes: number): Line {
    const method = guessMethod(this.held.toString('utf8', 0, METHOD_SEARCH_BYTES));
    this.isOver = true;
    this.chunks.length = 0;
    this.shape = null;
    this.held = NOTHING;
    return { type: 'too-long', bytes, method };
  }

  private line(
    decoded: string,
    buffer: Buffer,
    byteStart: number,
    byteEnd: number,
  ): Line | undefined {
    let text = decoded;
    let start = byteStart;
    let end = byteEnd;
    if (this.isFirstLine) {
      this.isFirstLine = false;
      if (text.startsWith(BYTE_ORDER_MARK)) {
        text = text.slice(1);
        start += BYTE_ORDER_MARK_BYTES;
      }
    }
    if (text.endsWith('\r')) {
      text = text.slice(0, -1);
      end--;
    }
    return isBlank(text) ? undefined : { type: 'line', text, buffer, start, end };
  }
}

function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  // The first character decides for most lines; charCodeAt gives NaN for an empty line.
  return !(first > 32) && text.trim() === '';
}

/** Guesses the method of a message from its beginning, only for the text of an error. */
export function guessMethod(head: string): string | null {
  return /"(?:method|@?type)"\s*:\s*"([^"\\]{1,100})"/.exec(head)?.[1] ?? null;
}
