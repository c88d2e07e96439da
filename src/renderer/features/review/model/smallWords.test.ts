import { describe, expect, it } from 'vitest';
import { branchName } from './branchName';
import { dockLayout, MIN_REVIEW, MIN_TRANSCRIPT } from './dockLayout';
import { imageType } from './imageType';

describe('branchName', () => {
  it('consists of characters that git allows', () => {
    expect(branchName('Make the retry loop give up after 5 attempts, and test it!')).toBe(
      'airlock/make-the-retry-loop-give-up-after',
    );
    expect(branchName('Über Änderungen')).toBe('airlock/uber-anderungen');
    expect(branchName('修复')).toBe('airlock/changes');
  });
});

describe('dockLayout', () => {
  it('leaves room for both, or covers the transcript', () => {
    expect(dockLayout(1_000, 0.6, false)).toEqual({ type: 'beside', width: 600 });
    expect(dockLayout(1_000, 0.1, false).width).toBe(MIN_REVIEW);
    expect(dockLayout(1_000, 0.9, false).width).toBe(1_000 - MIN_TRANSCRIPT);
    expect(dockLayout(600, 0.6, false).type).toBe('over');
    expect(dockLayout(1_000, 0.6, true).type).toBe('over');
  });
});

describe('imageType', () => {
  it.each([
    ['assets/Logo.PNG', 'image/png'],
    ['a.b/photo.jpeg', 'image/jpeg'],
    ['icon.svg', null],
    ['png', null],
    ['x.constructor', null],
  ])('%s is %s', (path, type) => {
    expect(imageType(path)).toBe(type);
  });
});
