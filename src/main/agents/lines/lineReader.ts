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
/** Kept between lines: most chunks end within a line that is much shorter. */
const USUAL_CAPACITY = 64 * 1024;
/** A line that outgrows its buffer gets one so many times as large: few are left behind. */
const GROWTH = 4;

export interface TextLine {
  readonly type: 'line';
  readonly text: string;
  /**
   * The position of its bytes, without the line's end, in a buffer that does not change any more.
   */
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
}

/** A long line. Its text is decoded only if it turns out to be worth it. */
export interface LargeLine extends Omit<TextLine, 'type' | 'text'> {
  readonly type: 'large';
}

/** A line that is not worth it. Only its beginning was kept. */
export interface RefusedLine extends MessageRefusal, Omit<TextLine, 'type' | 'text'> {
  readonly type: 'refused';
  /** The size of the whole line. */
  readonly bytes: number;
}

export type Line =
  | TextLine
  | LargeLine
  | RefusedLine
  /** The last outcome: nothing after it can be trusted to be a separate message. */
  | { readonly type: 'too-long'; readonly bytes: number; readonly method: string | null };

/**
 * Bytes in, lines out; pulled, so that the reader can stop between any two lines. Only whole lines
 * are decoded, because a chunk may end within a character. Blank lines are left out.
 */
export class LineReader {
  private readonly chunks: Buffer[] = [];
  /** Whole lines, decoded together: for short ones that is a third faster than one by one. */
  private text = '';
  private position = 0;
  /** The bytes of that text, and where the next line lies in them. */
  private decoded: Buffer = NOTHING;
  private decodedPosition = 0;
  private isAscii = true;
  /** A line whose end has not come yet. Doubles when full, since it may come byte by byte. */
  private held: Buffer = NOTHING;
  private heldBytes = 0;
  /** Present once the held line is long: its shape is determined as it arrives. */
  private shape: MessageShape | null = null;
  private isRefused = false;
  /** The buffer of the last long line, to be reused. */
  private spare: Buffer | null = null;
  private spareTimer: NodeJS.Timeout | undefined;
  private isFirstLine = true;
  private isOver = false;

  constructor(private readonly lineBytes: number = LINE_BYTES) {}

  push(bytes: Uint8Array): void {
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Parts within the limit: then a line over it is always one that had to be held.
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

  /** Bytes of a line that has not ended; at the end of the stream, a message that was cut. */
  get unfinishedBytes(): number {
    return this.heldBytes;
  }

  /**
   * A long line's buffer is no longer needed: the next one may be as long. In a flood of long lines each
   * would leave megabytes behind; after one there is no flood. Null: none will come.
   */
  giveBack(buffer: Buffer | null): void {
    clearTimeout(this.spareTimer);
    this.spare = buffer;
    if (buffer === null) return;
    this.spareTimer = setTimeout(() => this.giveBack(null), SPARE_MILLISECONDS);
    this.spareTimer.unref();
  }

  /** Takes the lines of a chunk in. Gives back the line that was held, if it ended here. */
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
      // Not counted from the text: invalid UTF-8 is decoded to something longer.
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
    // The part that the inspector would show.
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

  /** Takes the buffer with it: a copy would double what a long line costs. */
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
  // The first character decides for most lines; charCodeAt gives NaN for an empty one.
  return !(first > 32) && text.trim() === '';
}

/** The probable subject of a message, from its beginning; only for the words of an error. */
export function guessMethod(head: string): string | null {
  return /"(?:method|@?type)"\s*:\s*"([^"\\]{1,100})"/.exec(head)?.[1] ?? null;
}
