import { describe, expect, it } from 'vitest';
import { createFinder, placesOf } from './findMatches';

describe('finding in text', () => {
  it('ignores case unless the query has capitals', () => {
    expect(createFinder('retry')('Retry, retry; RETRY')).toBe(3);
    expect(createFinder('Retry')('Retry, retry; RETRY')).toBe(1);
    expect(placesOf('Retry, retry', 'retry')).toEqual([0, 7]);
  });

  it('counts matches that do not overlap', () => {
    expect(createFinder('aa')('aaaaa')).toBe(2);
    expect(placesOf('aaaaa', 'aa')).toEqual([0, 2]);
  });

  it('finds nothing for an empty query', () => {
    expect(createFinder('')('abc')).toBe(0);
    expect(placesOf('abc', '')).toEqual([]);
  });

  it('gives valid positions with letters that change length', () => {
    expect(placesOf('İx', 'x')).toEqual([1]);
  });
});
