import { expect, test } from 'vitest';
import { languageOf, plural, table } from './markdown';

test('a table cell escapes bars and line breaks', () => {
  expect(table(['A', 'B'], [['x|y', 'one\n two']])).toBe(
    '| A | B |\n|---|---|\n| x\\|y | one two |',
  );
});

test('plural', () => {
  expect([plural(1, 'file'), plural(1_200, 'file'), plural(0, 'match', 'matches')]).toEqual([
    '1 file',
    '1,200 files',
    '0 matches',
  ]);
});

test('languageOf', () => {
  expect(['a.mts', 'a.yml', 'Makefile', 'a.py'].map(languageOf)).toEqual(['ts', 'yaml', '', 'py']);
});
