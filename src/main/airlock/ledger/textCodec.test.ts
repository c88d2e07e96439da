import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REVIEWED_BYTES } from '#shared/airlock/limits';
import { propertyRuns } from '#test/support/propertyRuns';
import { decodeText, encodeText } from './textCodec';

const line = 'Grüße, мир, 漢字 🚀';

describe('textCodec', () => {
  it.each([
    ['utf8', Buffer.from(`${line}\n`)],
    ['utf8', Buffer.alloc(0)],
    ['utf8-bom', Buffer.from(`\ufeff${line}\r\n`)],
    ['utf16le', Buffer.from(`\ufeff${line}\r\n`, 'utf16le')],
    ['utf16be', Buffer.from(`\ufeff${line}`, 'utf16le').swap16()],
    ['latin1', Buffer.from('caf\xe9 \x93quoted\x94\n', 'latin1')],
  ])('reads %s and writes it back', (encoding, bytes) => {
    const decoded = decodeText(bytes);
    expect(decoded?.encoding).toBe(encoding);
    expect(decoded && encodeText(decoded).equals(bytes)).toBe(true);
  });

  it.each([
    ['zeros', Buffer.from([65, 0, 66])],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff])],
    ['half of a UTF-16 unit', Buffer.from([0xff, 0xfe, 0x41])],
    ['half of a surrogate pair', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
    ['too much', Buffer.alloc(REVIEWED_BYTES + 1, 65)],
  ])('does not treat %s as text', (_, bytes) => {
    expect(decodeText(bytes)).toBeNull();
  });

  it('never changes a byte of what it treats as text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (array) => {
        const bytes = Buffer.from(array);
        const decoded = decodeText(bytes);
        expect(decoded === null || encodeText(decoded).equals(bytes)).toBe(true);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});
