import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { toMatchExpression } from './searchQuery';

describe('toMatchExpression', () => {
  it.each([
    ['hello', '"hello"*'],
    ['hello world', '"hello" "world"*'],
    ['  spaced   out ', '"spaced" "out"*'],
    ['"exact phrase"', '"exact phrase"'],
    ['"exact phrase" then', '"exact phrase" "then"*'],
    ['"not closed', '"not closed"'],
    ['a"b', '"a" "b"'],
    ['NEAR(a, b) OR c*', '"NEAR(a," "b)" "OR" "c*"*'],
    ['title: x', '"title:" "x"*'],
    ['src/clock.ts', '"src/clock.ts"*'],
    ['naïve 漢字', '"naïve" "漢字"*'],
    ['a\0b', '"a" "b"*'],
    ['foo --', '"foo"*'],
  ])('reads %j as %s', (query, expected) => {
    expect(toMatchExpression(query)).toBe(expected);
  });

  it.each(['', '   ', '"', '""', '---', '***', '\0'])('finds no search terms in %j', (query) => {
    expect(toMatchExpression(query)).toBeNull();
  });

  it('never lets a quote out of a term', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (query) => {
        const expression = toMatchExpression(query) ?? '';
        expect(expression.replace(/"[^"]*"\*?/g, '').trim()).toBe('');
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});
