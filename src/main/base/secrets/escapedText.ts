import type { TextRange } from './textRanges';

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const HASH = 0x23;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const SEMICOLON = 0x3b;
const BACKSLASH = 0x5c;
const LETTER_N = 0x6e;
const LETTER_R = 0x72;
const LETTER_U = 0x75;
const LETTER_X = 0x78;
const ASCII = 0x80;

/** Special values in the table of how each ASCII character is compared. */
const DROPPED = 0x80;
const OPENS_ESCAPE = 0x81;
const plainCodes = Uint8Array.from({ length: ASCII }, (_, unit) => unit);
plainCodes[SPACE] = PLUS;
plainCodes[RETURN] = DROPPED;
for (const unit of [BACKSLASH, PERCENT, AMPERSAND, NEWLINE]) plainCodes[unit] = OPENS_ESCAPE;

/** Results of reading an escape that does not stand for a character. */
const NOTHING = -1;
const NO_ESCAPE = -2;
const UNFINISHED = -3;

/**
 * Characters of base64 before a line break that indicate wrapped text, which has 64 or 76 columns.
 */
const WRAPPED_COLUMNS = 32;
/** The longest HTML character reference that is known here. */
const REFERENCE_LENGTH = 10;
const references: ReadonlyMap<string, number> = new Map([
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
]);

/** Characters of a text that are read at a time, into buffers that are reused. */
const BLOCK = 128 * 1024;
const bytes = Buffer.allocUnsafeSlow(2 * BLOCK);
const units = new Uint16Array(bytes.buffer);
const codes = new Uint8Array(BLOCK);
const starts = new Uint32Array(BLOCK);

/** A part of a text without its escapes. `rangeOf` is valid until the next part is read. */
export interface PlainPart {
  readonly text: string;
  /** The positions of some of its characters in the original text. */
  rangeOf(start: number, end: number): TextRange;
  /** The start of an escape that is cut off at the end of the text; otherwise the end of the text. */
  readonly unfinishedAt: number;
}

/**
 * Undoes the escapes that programs add when they embed a text in another: `\u0041` and `\x41`, any
 * number of backslashes before a character, `%41`, `&lt;` and `&#65;`, each applied any number of
 * times, and line breaks within base64. The result is good only for comparing: backslashes and
 * characters outside ASCII are dropped, and a space becomes a plus.
 */
export class EscapedText {
  /** The characters that matter; the last entry stands for all characters outside ASCII. */
  private readonly alphabet = new Uint8Array(ASCII + 1);
  /** The length of the block that is being read. */
  private length = 0;
  /** The end and the meaning of the escape that was read last. */
  private end = 0;
  private code = NO_ESCAPE;
  /** Whether an escape of a character that matters was read. */
  private matters = false;

  /** Only escapes of characters in these texts are searched for. */
  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      for (let at = 0; at < text.length; at++) {
        this.alphabet[Math.min(text.charCodeAt(at), ASCII)] = 1;
      }
    }
  }

  /** The parts of a text with escapes in them; each overlaps the next by `overlap` characters. */
  *partsOf(text: string, overlap: number): Generator<PlainPart> {
    const step = BLOCK - Math.min(overlap, BLOCK / 2);
    for (let from = 0; from < text.length; from += step) {
      const block = text.length <= BLOCK ? text : text.slice(from, from + BLOCK);
      if (mayHoldEscape(block) && this.load(block)) yield this.read(from);
      if (from + BLOCK >= text.length) return;
    }
  }

  /** A short text as one part, with or without escapes. */
  partOf(text: string): PlainPart {
    this.load(text.slice(0, BLOCK));
    return this.read(0);
  }

  /** Loads a block; returns whether it has an escape that matters. */
  private load(block: string): boolean {
    bytes.write(block, 'utf16le');
    const { length } = block;
    this.length = length;
    this.matters = false;
    for (let at = 0; at < length; ) {
      const unit = units[at] as number;
      if (unit > BACKSLASH || plainCodes[unit] !== OPENS_ESCAPE) {
        at++;
        continue;
      }
      this.readEscape(unit, at);
      if (this.matters) return true;
      if (this.code === UNFINISHED) return false;
      at = this.code === NO_ESCAPE ? at + 1 : this.end;
    }
    return false;
  }

  private read(from: number): PlainPart {
    const { length } = this;
    let count = 0;
    let at = 0;
    while (at < length) {
      const unit = units[at] as number;
      const code = unit < ASCII ? (plainCodes[unit] as number) : DROPPED;
      if (code <= DROPPED) {
        starts[count] = at++;
        codes[count] = code;
        if (code < DROPPED) count++;
        continue;
      }
      this.readEscape(unit, at);
      if (this.code === UNFINISHED) break;
      if (this.code === NO_ESCAPE || this.code >= 0) {
        starts[count] = at;
        codes[count++] = this.code < 0 ? unit : this.code === SPACE ? PLUS : this.code;
      }
      at = this.code === NO_ESCAPE ? at + 1 : this.end;
    }
    return {
      text: Buffer.from(codes.buffer, 0, count).toString('latin1'),
      rangeOf: (start, end) => ({
        start: from + (starts[start] as number),
        end: from + this.endOf(starts[end - 1] as number),
      }),
      unfinishedAt: from + at,
    };
  }

  /** The position after a character or after its whole escape. */
  private endOf(at: number): number {
    const unit = units[at] as number;
    this.code = NO_ESCAPE;
    if (unit === BACKSLASH || unit === PERCENT || unit === AMPERSAND) this.readEscape(unit, at);
    return this.code === NO_ESCAPE ? at + 1 : this.end;
  }

  private readEscape(unit: number, at: number): void {
    this.code = NO_ESCAPE;
    if (unit === BACKSLASH) this.readBackslashes(at);
    else if (unit === PERCENT) this.readPercent(at);
    else if (unit === AMPERSAND) this.readReference(at);
    else this.readBreak(at, at + 1);
  }

  private readBackslashes(at: number): void {
    const { length } = this;
    let end = at;
    while (end < length && units[end] === BACKSLASH) end++;
    if (end === length) {
      this.take(UNFINISHED, end);
      return;
    }
    const unit = units[end] as number;
    if (unit === LETTER_U) this.readHex(end, 4);
    else if (unit === LETTER_X) this.readHex(end, 2);
    else if (unit === LETTER_N || unit === LETTER_R) this.readBreak(at, this.behindBreak(end));
    if (this.code !== NO_ESCAPE) return;
    this.code = NOTHING;
    this.end = end;
    const told = isAlphanumeric(unit) ? BACKSLASH : Math.min(unit, ASCII);
    if (this.alphabet[told] === 1) this.matters = true;
  }

  /** The position after an escaped `\n` or `\r\n`. */
  private behindBreak(letter: number): number {
    let next = letter + 1;
    while (next < this.length && units[next] === BACKSLASH) next++;
    const isPair = units[letter] === LETTER_R && next > letter + 1 && units[next] === LETTER_N;
    return isPair && next < this.length ? next + 1 : letter + 1;
  }

  private readHex(before: number, digits: number): void {
    let code = 0;
    for (let digit = 1; digit <= digits; digit++) {
      if (before + digit >= this.length) {
        this.take(UNFINISHED, this.length);
        return;
      }
      const value = hexDigit(units[before + digit] as number);
      if (value < 0) return;
      code = code * 16 + value;
    }
    this.take(code, before + digits + 1);
  }

  private readPercent(at: number): void {
    let before = at;
    while (before + 2 < this.length && units[before + 1] === 0x32 && units[before + 2] === 0x35) {
      before += 2;
    }
    this.readHex(before, 2);
    if (this.code === NO_ESCAPE && before > at) this.take(PERCENT, before + 1);
  }

  private readReference(at: number): void {
    let start = at + 1;
    while (this.isAmpersandName(start)) start += 4;
    const end = this.behindName(start);
    const name = end === 0 ? '' : bytes.toString('utf16le', 2 * start, 2 * (end - 1));
    const code = codeOfReference(name);
    if (code >= 0) this.take(code, end);
    else if (start > at + 1) this.take(AMPERSAND, start);
    else if (this.isCutWithinName(start)) this.take(UNFINISHED, this.length);
  }

  private isAmpersandName(at: number): boolean {
    if (at + 4 > this.length || units[at] !== 0x61 || units[at + 1] !== 0x6d) return false;
    return units[at + 2] === 0x70 && units[at + 3] === SEMICOLON;
  }

  /** The position after the semicolon of the name that starts here; 0 if there is none. */
  private behindName(start: number): number {
    const most = Math.min(this.length, start + REFERENCE_LENGTH);
    let at = start;
    while (at < most && isInName(units[at] as number)) at++;
    return at > start && at < most && units[at] === SEMICOLON ? at + 1 : 0;
  }

  private isCutWithinName(start: number): boolean {
    if (this.length - start >= REFERENCE_LENGTH) return false;
    let at = start;
    while (at < this.length && isInName(units[at] as number)) at++;
    return at === this.length;
  }

  /** Drops a line break only within base64; in other text it is an ordinary character. */
  private readBreak(at: number, end: number): void {
    const before = units[at - 1] === RETURN ? at - 1 : at;
    if (before < WRAPPED_COLUMNS) return;
    for (let column = 1; column <= WRAPPED_COLUMNS; column++) {
      if (!isBase64(units[before - column] as number)) return;
    }
    if (end < this.length && !isBase64(units[end] as number)) return;
    this.code = NOTHING;
    this.end = end;
    this.matters = true;
  }

  private take(code: number, end: number): void {
    this.code = code >= ASCII || code === BACKSLASH ? NOTHING : code;
    this.end = end;
    if (code >= 0 && this.alphabet[Math.min(code, ASCII)] === 1) this.matters = true;
  }
}

/** A quick test; a possible line of base64 is checked more closely afterwards. */
function mayHoldEscape(text: string): boolean {
  if (text.includes('\\') || text.includes('%') || text.includes('&')) return true;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    const before = text.charCodeAt(at - 1) === RETURN ? at - 1 : at;
    let column = 1;
    while (column <= WRAPPED_COLUMNS && isBase64(text.charCodeAt(before - column))) column++;
    if (column > WRAPPED_COLUMNS) return true;
  }
  return false;
}

function codeOfReference(name: string): number {
  if (name.charCodeAt(0) !== HASH) return references.get(name) ?? NO_ESCAPE;
  const [, hex, decimal] = /^#(?:[xX]([\da-fA-F]+)|(\d+))$/.exec(name) ?? [];
  const digits = hex ?? decimal;
  return digits === undefined ? NO_ESCAPE : Number.parseInt(digits, hex === undefined ? 10 : 16);
}

function isInName(unit: number): boolean {
  return isAlphanumeric(unit) || unit === HASH;
}

function isAlphanumeric(unit: number): boolean {
  const letter = unit | 32;
  return (unit >= 0x30 && unit <= 0x39) || (letter >= 0x61 && letter <= 0x7a);
}

function isBase64(unit: number): boolean {
  return isAlphanumeric(unit) || unit === PLUS || unit === 0x2f || unit === 0x2d || unit === 0x5f;
}

function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 32;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
