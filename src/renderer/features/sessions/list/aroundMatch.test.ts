import { expect, it } from 'vitest';
import { aroundMatch } from './aroundMatch';

it('leaves a match that is near the beginning where it is', () => {
  const found = { text: 'Some words and a match', matches: [[17, 22]] } as const;
  expect(aroundMatch(found)).toBe(found);
});

it('cuts what is before a match that would not be seen', () => {
  const text = 'A long way to go before anything is said about the match, and about a match again';
  const places = [...text.matchAll(/match/g)].map(({ index }) => [index, index + 5] as const);
  const shown = aroundMatch({ text, matches: places });
  expect(shown.text).toBe('…is said about the match, and about a match again');
  expect(shown.matches.map(([begin, end]) => shown.text.slice(begin, end))).toEqual([
    'match',
    'match',
  ]);
});

it('cuts within a word that is longer than a line', () => {
  const text = `${'x'.repeat(60)}match`;
  const { text: shown, matches } = aroundMatch({ text, matches: [[60, 65]] });
  expect(shown).toBe(`…${'x'.repeat(24)}match`);
  expect(shown.slice(...(matches[0] ?? []))).toBe('match');
});
