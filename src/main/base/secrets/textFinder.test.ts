import { array, assert, boolean, property, record, string } from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { type SoughtText, TextFinder } from './textFinder';
import { replaceRanges, type TextRange } from './textRanges';

function replaced(text: string, finder: TextFinder): string {
  const ranges: TextRange[] = [];
  for (let found = finder.find(text, 0); found; found = finder.find(text, found.end)) {
    ranges.push(found);
  }
  return replaceRanges(text, ranges, '#');
}

const few = (minLength: number, maxLength: number) =>
  string({ unit: 'grapheme-ascii', minLength, maxLength }).map((text) =>
    // Few different letters, so that many texts are similar.
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

it('finds the same as a search for each text at every position', () => {
  const sought = array(record({ text: few(3, 9), isWord: boolean() }), {
    minLength: 1,
    maxLength: 6,
  });
  assert(
    property(few(0, 60), sought, (text, all) => {
      const finder = new TextFinder(all);
      const expected = replacedOneByOne(text, all);
      expect(replaced(text, finder)).toBe(expected);
    }),
    { numRuns: propertyRuns(2_000) },
  );
});

it('finds texts that are longer than the longest step', () => {
  const long = 'x'.repeat(300).concat('y');
  const finder = new TextFinder([{ text: long, isWord: false }]);
  expect(replaced(`a${long}b`, finder)).toBe('a#b');
  expect(replaced('x'.repeat(2_000), finder)).toBe('x'.repeat(2_000));
});

it('finds texts in either case if the case is ignored', () => {
  const finder = new TextFinder([
    { text: 'a1b2c3', isWord: false, isCaseless: true },
    { text: 'Exact', isWord: false },
  ]);
  expect(replaced('xA1b2C3x exact Exact', finder)).toBe('x#x exact #');
});

it('returns how much of one is at an edge of a text', () => {
  const finder = new TextFinder([{ text: 'abcdefgh', isWord: false }]);
  const least = () => 3;
  expect(finder.begunLength('x abcd', least)).toBe(4);
  expect(finder.begunLength('x ab', least)).toBe(0);
  expect(finder.begunLength('x ab', () => 1)).toBe(2);
  expect(finder.begunLength('abcdefgh', least)).toBe(0);
  expect(finder.endedLength('fgh x', least)).toBe(3);
  expect(finder.endedLength('gh x', least)).toBe(0);
  expect(finder.isPart('cdef', least)).toBe(true);
  expect(finder.isPart('cdeg', least)).toBe(false);
});
