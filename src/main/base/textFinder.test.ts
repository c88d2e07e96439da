import { array, assert, boolean, property, record, string } from 'fast-check';
import { expect, it } from 'vitest';
import { type SoughtText, TextFinder } from './textFinder';

const few = (minLength: number, maxLength: number) =>
  string({ unit: 'grapheme-ascii', minLength, maxLength }).map((text) =>
    // Few letters, so that much is alike.
    text.replace(/[^a]/g, (letter) => 'ab _'.charAt(letter.charCodeAt(0) % 4)),
  );

function replacedOneByOne(text: string, sought: readonly SoughtText[]): string {
  const longestFirst = sought.toSorted((a, b) => b.text.length - a.text.length);
  const isWord = (at: number) => /\w/.test(text.charAt(at));
  let replaced = '';
  for (let at = 0; at < text.length; ) {
    const found = longestFirst.find(
      (one) =>
        text.startsWith(one.text, at) &&
        (!one.isWord || !(isWord(at - 1) || isWord(at + one.text.length))),
    );
    replaced += found ? '#' : text.charAt(at);
    at += found?.text.length ?? 1;
  }
  return replaced;
}

it('finds what looking for each at every place would find', () => {
  const sought = array(record({ text: few(3, 9), isWord: boolean() }), {
    minLength: 1,
    maxLength: 6,
  });
  assert(
    property(few(0, 60), sought, (text, all) => {
      const finder = new TextFinder(all);
      const expected = replacedOneByOne(text, all);
      expect(finder.replace(text, '#')).toBe(expected);
      expect(finder.isIn(text)).toBe(expected !== text);
    }),
    { numRuns: 2_000 },
  );
});

it('finds texts that are longer than the longest step', () => {
  const long = 'x'.repeat(300).concat('y');
  const finder = new TextFinder([{ text: long, isWord: false }]);
  expect(finder.replace(`a${long}b`, '#')).toBe('a#b');
  expect(finder.replace('x'.repeat(2_000), '#')).toBe('x'.repeat(2_000));
});
