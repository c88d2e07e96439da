import { isUtf8 } from 'node:buffer';
import type { DecodedText } from '#shared/airlock/diff/textFormat';
import { REVIEWED_BYTES } from '#shared/airlock/limits';

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16LE_MARK = Buffer.from([0xff, 0xfe]);
const UTF16BE_MARK = Buffer.from([0xfe, 0xff]);
/** The control characters for text layout: bell to carriage return, and escape. */
const FIRST_LAYOUT = 7;
const LAST_LAYOUT = 13;
const ESCAPE = 27;
const FIRST_PRINTED = 32;
const DELETE = 127;

/** The bytes as text; null unless encoding the text again gives the same bytes. */
export function decodeText(bytes: Buffer): DecodedText | null {
  if (bytes.length > REVIEWED_BYTES) return null;
  const decoded = guess(bytes);
  if (decoded === null || !decoded.text.isWellFormed()) return null;
  return encodeText(decoded).equals(bytes) ? decoded : null;
}

export function encodeText({ text, encoding }: DecodedText): Buffer {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text);
    case 'utf8-bom':
      return Buffer.concat([UTF8_MARK, Buffer.from(text)]);
    case 'utf16le':
      return Buffer.concat([UTF16LE_MARK, Buffer.from(text, 'utf16le')]);
    case 'utf16be':
      return Buffer.concat([UTF16BE_MARK, Buffer.from(text, 'utf16le').swap16()]);
    case 'latin1':
      return Buffer.from(text, 'latin1');
  }
}

function guess(bytes: Buffer): DecodedText | null {
  if (startsWith(bytes, UTF16LE_MARK)) return utf16(bytes, 'utf16le');
  if (startsWith(bytes, UTF16BE_MARK)) return utf16(bytes, 'utf16be');
  if (bytes.includes(0)) return null;
  if (isUtf8(bytes)) {
    return startsWith(bytes, UTF8_MARK)
      ? { text: bytes.toString('utf8', UTF8_MARK.length), encoding: 'utf8-bom' }
      : { text: bytes.toString('utf8'), encoding: 'utf8' };
  }
  return bytes.some(isBinarySign) ? null : { text: bytes.toString('latin1'), encoding: 'latin1' };
}

/** Whether the character occurs in no text of an 8-bit encoding. */
function isBinarySign(code: number): boolean {
  if (code >= FIRST_PRINTED) return code === DELETE;
  return code !== ESCAPE && (code < FIRST_LAYOUT || code > LAST_LAYOUT);
}

function utf16(bytes: Buffer, encoding: 'utf16le' | 'utf16be'): DecodedText | null {
  if (bytes.length % 2 !== 0) return null;
  const body = Buffer.from(bytes.subarray(2));
  const text = (encoding === 'utf16be' ? body.swap16() : body).toString('utf16le');
  return text.includes('\0') ? null : { text, encoding };
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark);
}
