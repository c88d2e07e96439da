import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance, suggestCommand } from './suggest';

describe('suggestCommand', () => {
  test.each([
    ['/fnd x', 'find'],
    ['raplace a with b', 'replace'],
    ['renmae a b', 'rename'],
    ['delte x', 'delete'],
    ['please run the tests', 'run'],
    ['are the tests green', 'run'],
    ['where does it crash', 'find'],
    ['write me a poem', 'create'],
    ['what happened there', 'explain'],
    ['good grief', undefined],
  ])('%s', (text, command) => {
    expect(suggestCommand(text)).toBe(command);
  });
});

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['abc', 'abcd', 1],
    ['kitten', 'sitting', 3],
  ])('%s to %s is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  test('is symmetric and no more than the length of the longer word', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});
