import { expect, test } from 'vitest';
import { fenced, inlineCode, languageOf, plural, table } from './markdown';

test('code holds whatever backticks are in it', () => {
  expect(inlineCode('a')).toBe('`a`');
  expect(inlineCode('a`b')).toBe('`` a`b ``');
  expect(fenced('x\n```\ny', 'md')).toBe('````md\nx\n```\ny\n````');
  expect(fenced('x\n')).toBe('```\nx\n```');
});

test('a cell stays a cell', () => {
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
