import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { JsonText } from './jsonText';

const sign = fc.oneof(
  fc.constantFrom('"', '\\', '\\"', '\\\\', '\\n', '\\u12aF', '\\u12g4', '\\x', '\u0000', '\u001f'),
  fc.constantFrom(' ', '!', '#', '\u007f', 'é', '–', '😀', '\u2028', 'plain words', 'a'),
);

function isJson(inside: string): boolean {
  try {
    JSON.parse(`"${inside}"`);
    return true;
  } catch {
    return false;
  }
}

describe('JsonText', () => {
  it('finds the end of exactly those strings that JSON allows', () => {
    fc.assert(
      fc.property(
        fc.array(sign, { maxLength: 12 }),
        fc.nat(5),
        fc.nat(5),
        (signs, before, behind) => {
          const inside = signs.join('');
          const bytes = Buffer.from(`${' '.repeat(before)}${inside}"${' '.repeat(behind)}`);
          const end = new JsonText(bytes).stringEnd(before);
          expect(end === bytes.length - behind - 1).toBe(isJson(inside));
        },
      ),
      { numRuns: propertyRuns(5000) },
    );
  });

  it('finds no end of an unterminated string', () => {
    for (const inside of ['', 'abc', 'abcdefgh', 'abc\\', 'abc\\u12', 'abc\\"']) {
      expect(new JsonText(Buffer.from(inside)).stringEnd(0)).toBe(-1);
    }
  });

  it('compares the bytes at an offset', () => {
    const text = new JsonText(Buffer.from('0123456789').subarray(1));
    const holds = (start: number, part: string) =>
      text.holds(start, new JsonText(Buffer.from(part)));
    expect(holds(0, '123456789')).toBe(true);
    expect(holds(2, '34567')).toBe(true);
    expect(holds(2, '345678')).toBe(true);
    expect(holds(2, '345670')).toBe(false);
    expect(holds(2, '045678')).toBe(false);
    expect(holds(5, '6789')).toBe(true);
    expect(holds(5, '67890')).toBe(false);
  });
});
