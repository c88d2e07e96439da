import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitChunks } from './speech';

test('chunks join to the original text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '`', '|', 'ü') }), (text) => {
      expect(splitChunks(text).join('')).toBe(text);
    }),
  );
});

test('a long text is sent in a bounded number of chunks', () => {
  expect(splitChunks('word '.repeat(20_000)).length).toBeLessThanOrEqual(200);
  expect(splitChunks('one two three four')).toEqual(['one two three', ' four']);
});
