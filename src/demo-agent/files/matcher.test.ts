import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMatcher, PatternProblem } from './matcher';

const text = (value: string) => createMatcher({ kind: 'text', text: value });
const regex = (source: string, flags = '') => createMatcher({ kind: 'regex', source, flags });

describe('text', () => {
  test('is matched literally and replaced as it is', () => {
    expect(text('a.c').spans('abc a.c a.c')).toEqual([
      { start: 4, end: 7 },
      { start: 8, end: 11 },
    ]);
    expect(text('a').replace('banana', '$&$1')).toEqual({ text: 'b$&$1n$&$1n$&$1', count: 3 });
  });

  test('counts what it replaces', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 3 }), fc.string(), (needle, hay) => {
        const matcher = text(needle);
        expect(matcher.replace(hay, 'new').count).toBe(matcher.spans(hay).length);
      }),
    );
  });
});

describe('regular expressions', () => {
  test('find all, with flags and groups', () => {
    expect(regex('fo+', 'i').spans('Foo fo')).toHaveLength(2);
    expect(regex('(?<a>\\w)=(\\d)').replace('x=1 y=2', '$2=$<a>')).toEqual({
      text: '1=x 2=y',
      count: 2,
    });
    expect(regex('^b', 'm').replace('a\nb\nb', 'c').count).toBe(2);
  });

  test('can be used on one text after another', () => {
    const matcher = regex('a');
    expect(
      [matcher.spans('aa'), matcher.spans('a'), matcher.spans('')].map((spans) => spans.length),
    ).toEqual([2, 1, 0]);
  });

  test.each([
    ['(', 'is not valid'],
    ['x*', 'matches the empty text'],
  ])('%s is explained', (source, words) => {
    expect(() => regex(source).spans('abc')).toThrow(words);
  });

  test('one that never ends is stopped', () => {
    expect(() => regex('(a+)+$').spans(`${'a'.repeat(40)}b`)).toThrow(PatternProblem);
  });
});
