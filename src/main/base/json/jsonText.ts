const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const UNICODE_ESCAPE = 0x75;
const FIRST_PRINTABLE = 0x20;

/** The same byte in each of a word's four places. */
const TWOS = 0x02020202;
const EXCLAMATION_MARKS = 0x21212121;
const BACKSLASHES = 0x5c5c5c5c;
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;

const shortEscapes = new Set([...'"\\/bfnrt'].map((sign) => sign.charCodeAt(0)));

/**
 * JSON as bytes in memory, read four bytes at a time without creating strings: most of a log is
 * text, and most of it needs nothing more.
 */
export class JsonText {
  private readonly words: DataView;

  constructor(readonly bytes: Buffer) {
    this.words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get length(): number {
    return this.bytes.length;
  }

  /** Whether exactly these bytes are at this position. */
  holds(start: number, { words: expected }: JsonText): boolean {
    const { words } = this;
    const length = expected.byteLength;
    if (start + length > words.byteLength) return false;
    let index = 0;
    for (; index <= length - 4; index += 4) {
      if (words.getInt32(start + index, true) !== expected.getInt32(index, true)) return false;
    }
    for (; index < length; index++) {
      if (words.getInt8(start + index) !== expected.getInt8(index)) return false;
    }
    return true;
  }

  /**
   * The position of the quote that ends the string whose content begins here; -1 if it is not JSON.
   */
  stringEnd(start: number): number {
    let at = start;
    for (;;) {
      at = this.plainEnd(at);
      if (this.bytes[at] === QUOTE) return at;
      const length = this.bytes[at] === BACKSLASH ? this.escapeLength(at) : 0;
      if (length === 0) return -1;
      at += length;
    }
  }

  /** The text of a JSON string, given the valid JSON between its quotes. */
  stringIn(start: number, end: number): string {
    const inside = this.bytes.toString('utf8', start, end);
    return inside.includes('\\') ? (JSON.parse(`"${inside}"`) as string) : inside;
  }

  /** The position of the next quote, backslash or control character; the end if there is none. */
  plainEnd(start: number): number {
    const { bytes, words } = this;
    const lastWord = bytes.length - 4;
    let at = start;
    while (at <= lastWord && !hasSpecial(words.getInt32(at, true))) at += 4;
    while (at < bytes.length && !isSpecial(bytes[at] as number)) at++;
    return at;
  }

  /** The length of an escape; zero for one that JSON does not allow. */
  private escapeLength(at: number): number {
    const sign = this.bytes[at + 1];
    if (sign === undefined) return 0;
    if (sign !== UNICODE_ESCAPE) return shortEscapes.has(sign) ? 2 : 0;
    for (let digit = at + 2; digit < at + 6; digit++) {
      if (!isHexadecimal(this.bytes[digit] ?? 0)) return 0;
    }
    return 6;
  }
}

function isSpecial(byte: number): boolean {
  return byte < FIRST_PRINTABLE || byte === QUOTE || byte === BACKSLASH;
}

/**
 * Whether one of the four bytes is such a character. Subtracting a number sets the high bit only of
 * smaller bytes without it; with one bit flipped, this includes quotes, and excludes spaces.
 */
function hasSpecial(word: number): boolean {
  const turned = word ^ TWOS;
  const slashes = word ^ BACKSLASHES;
  const found = ((turned - EXCLAMATION_MARKS) & ~turned) | ((slashes - ONES) & ~slashes);
  return (found & HIGH_BITS) !== 0;
}

function isHexadecimal(byte: number): boolean {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}
