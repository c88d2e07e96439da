import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonPieces, PIECE_CHARACTERS } from './jsonPieces';

const joined = (value: unknown) => [...jsonPieces(value)].join('');
/** Long enough to be cut, at places that are hard to cut at. */
const long = fc
  .tuple(fc.constantFrom('a', '😀', '\u0001', '"', '\ud83d', 'é\n'), fc.nat(3))
  .map(([unit, shift]) => 'x'.repeat(shift) + unit.repeat(PIECE_CHARACTERS));

it('joins to what JSON.stringify gives, for any value', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom(null, true, undefined),
      long,
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('any'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).any;
  fc.assert(
    fc.property(value, long, (some, text) => {
      const message = { id: 1, some, text };
      expect(joined(message)).toBe(JSON.stringify(message));
    }),
    { numRuns: 40 },
  );
});

it('makes pieces of similar length', () => {
  const message = { result: { content: '\u0001'.repeat(20 * PIECE_CHARACTERS) } };
  const pieces = [...jsonPieces(message)];
  expect(pieces.join('').length).toBeGreaterThan(100 * PIECE_CHARACTERS);
  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(6 * PIECE_CHARACTERS);
});
