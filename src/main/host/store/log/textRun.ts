import { JsonText } from '#main/base/json/jsonText';
import { RUN_FRAME_BYTES } from '#main/host/store/limits';
import { type Envelope, EVENT_VERSION } from '#shared/session/events';
import { NEWLINE } from './lineBlocks';

const START = new JsonText(Buffer.from(`{"v":${EVENT_VERSION},"seq":`));
const AT = new JsonText(Buffer.from(',"at":'));
const TEXT = Buffer.from('"content":{"type":"text","text":"');
const ZERO = 0x30;
const NINE = 0x39;
/** Numbers with this many digits are exact. */
const DIGITS = 15;

/**
 * The bytes that all lines of a message's text have in common. Lines differ in their number, their
 * time and one JSON string. A line with the same bytes as the first around a whole string is the
 * same kind of event of the same message, and need not be parsed. The bytes before the string
 * contain quotes, which would be escaped inside another string, so the string can only be the text.
 */
export class TextRun {
  private constructor(
    /** The bytes between the time and the text. */
    private readonly before: JsonText,
    /** The bytes from the quote after the text to the end of the line, including the newline. */
    private readonly after: JsonText,
  ) {}

  /**
   * Creates a run from the bytes and the event of its first line. Null unless the line is written
   * exactly as we write it.
   */
  static from(bytes: Buffer, line: string, event: Envelope): TextRun | null {
    const text = new JsonText(bytes);
    const timeEnd = endOfTime(text, 0, event.seq);
    const mark = timeEnd < 0 ? -1 : bytes.indexOf(TEXT, timeEnd);
    if (mark < 0) return null;
    const textStart = mark + TEXT.length;
    const textEnd = text.stringEnd(textStart);
    const frame = textStart - timeEnd + bytes.length - textEnd;
    if (textEnd < 0 || frame > RUN_FRAME_BYTES) return null;
    // In another form a key might occur twice, and its second value would count.
    if (JSON.stringify(event) !== line) return null;
    // Copied, because the block's buffer is reused.
    return new TextRun(
      new JsonText(Buffer.from(bytes.subarray(timeEnd, textStart))),
      new JsonText(Buffer.concat([bytes.subarray(textEnd), Buffer.of(NEWLINE)])),
    );
  }

  /**
   * The end of the line that begins here, if it belongs to the run and has that number; otherwise
   * -1.
   */
  lineEnd(block: JsonText, start: number, seq: number): number {
    const textStart = this.textStart(block, start, seq);
    const textEnd = textStart < 0 ? -1 : block.stringEnd(textStart);
    return textEnd >= 0 && block.holds(textEnd, this.after) ? textEnd + this.after.length : -1;
  }

  /** The text of such a line, given the end that `lineEnd` has found. */
  textOf(block: JsonText, start: number, end: number, seq: number): string {
    const textStart = this.textStart(block, start, seq);
    return block.stringIn(textStart, end - this.after.length);
  }

  private textStart(block: JsonText, start: number, seq: number): number {
    const timeEnd = endOfTime(block, start, seq);
    return timeEnd >= 0 && block.holds(timeEnd, this.before) ? timeEnd + this.before.length : -1;
  }
}

/** The time of a line of ours that begins here. */
export function timeOf(block: JsonText, start: number, seq: number): number {
  const end = endOfTime(block, start, seq);
  return numberIn(block.bytes, block.bytes.lastIndexOf(AT.bytes, end) + AT.length, end);
}

/** The end of the time's digits, if a line with that number begins here; otherwise -1. */
function endOfTime(block: JsonText, start: number, seq: number): number {
  if (!block.holds(start, START)) return -1;
  const { bytes } = block;
  const seqStart = start + START.length;
  const seqEnd = endOfDigits(bytes, seqStart);
  if (seqEnd < 0 || numberIn(bytes, seqStart, seqEnd) !== seq) return -1;
  return block.holds(seqEnd, AT) ? endOfDigits(bytes, seqEnd + AT.length) : -1;
}

/**
 * The end of the digits; -1 unless they are a whole number as JSON writes it, without too many
 * digits.
 */
function endOfDigits(bytes: Buffer, start: number): number {
  let end = start;
  while (isDigit(bytes[end])) end++;
  if (end === start || end - start > DIGITS) return -1;
  return bytes[start] === ZERO && end > start + 1 ? -1 : end;
}

function numberIn(bytes: Buffer, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) number = number * 10 + (bytes[at] as number) - ZERO;
  return number;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
