import { expect, it } from 'vitest';
import { heldBytes } from '#test/support/heldBytes';
import { ToldText } from './toldText';

function told(...pieces: readonly string[]): ToldText {
  const text = new ToldText();
  for (const piece of pieces) text.add(piece);
  return text;
}

const long = 'word '.repeat(1_000);

it.each<[string, ToldText, string, string | null]>([
  ['nothing', told(), 'all', 'all'],
  ['a part', told('a', 'b'), 'abc', 'c'],
  ['all', told('abc'), 'abc', ''],
  ['more', told('abcd'), 'abc', null],
  ['something else', told('abx'), 'abcd', null],
  ['a long part', told(long, 'and '), `${long}and so on`, 'so on'],
  ['a long part, changed late', told(`${long}but `), `${long}and so on`, null],
  ['half a character', told('\ud83d', '\ude00'), '😀!', '!'],
])('knows the rest when %s was told', (_, text, whole, rest) => {
  expect(text.restOf(whole)).toBe(rest);
});

it('recognises the beginning of an earlier text, as far as that is known', () => {
  expect(told(long).maySurpass(long.slice(0, 3_000))).toBe(true);
  expect(told(long).maySurpass('')).toBe(true);
  expect(told(long).maySurpass('Word')).toBe(false);
  expect(told('a').maySurpass('ab')).toBe(false);
});

it('holds nothing of it', () => {
  const texts = () =>
    Array.from({ length: 10 }, (_, index) => told(...Array(100).fill(`${index}`.repeat(10_000))));
  expect(heldBytes(texts)).toBeLessThan(100_000);
});
