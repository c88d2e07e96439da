import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeText } from './writeText';

const characters = ['a', 'é', '–', '漢', '😀', '\0', '\n', '\uFEFF', '\uD83D'];

describe('writeText', () => {
  it('writes the same bytes as Buffer for any text, including lone surrogates', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 8 }),
        fc.oneof(fc.nat({ max: 3_000 }), fc.integer({ min: 60_000, max: 70_000 })),
        fc.nat({ max: 9 }),
        (pattern, length, offset) => {
          const text = `${pattern.join('').repeat(length).slice(0, length)}x`;
          const expected = Buffer.from(text);
          const target = Buffer.alloc(offset + expected.length + 1, 1);
          expect(writeText(target, text, offset)).toBe(expected.length);
          const written = target.subarray(offset, offset + expected.length);
          expect(written.equals(expected)).toBe(true);
          expect(target.at(-1)).toBe(1);
        },
      ),
    );
  });
});
