import { describe, expect, it } from 'vitest';
import { byteWords } from '../hunk/byteWords';
import { branchName } from './branchName';
import { dockLayout, MIN_REVIEW, MIN_TRANSCRIPT } from './dockLayout';

describe('byteWords', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_400, '1.4 kB'],
    [14_210, '14 kB'],
    [999_900, '1.0 MB'],
    [5_000_000_000, '5.0 GB'],
  ])('%i is %s', (bytes, words) => {
    expect(byteWords(bytes)).toBe(words);
  });
});

describe('branchName', () => {
  it('is made of letters that git takes', () => {
    expect(branchName('Make the retry loop give up after 5 attempts, and test it!')).toBe(
      'airlock/make-the-retry-loop-give-up-after',
    );
    expect(branchName('Über Änderungen')).toBe('airlock/uber-anderungen');
    expect(branchName('修复')).toBe('airlock/changes');
  });
});

describe('dockLayout', () => {
  it('leaves room for both, or lies over the transcript', () => {
    expect(dockLayout(1_000, 0.6, false)).toEqual({ type: 'beside', width: 600 });
    expect(dockLayout(1_000, 0.1, false).width).toBe(MIN_REVIEW);
    expect(dockLayout(1_000, 0.9, false).width).toBe(1_000 - MIN_TRANSCRIPT);
    expect(dockLayout(600, 0.6, false).type).toBe('over');
    expect(dockLayout(1_000, 0.6, true).type).toBe('over');
  });
});
