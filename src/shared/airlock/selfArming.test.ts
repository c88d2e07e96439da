import { describe, expect, it } from 'vitest';
import { ordinaryPaths } from '#test/support/ordinaryPaths';
import { exactSelfArmingPaths, selfArmingPaths } from '#test/support/selfArmingPaths';
import { ADDED_REASON, selfArmingFamilies, selfArmingTest } from './selfArming';

const linesOf = (text: string) => text.trim().split('\n');
const test = selfArmingTest();

describe('selfArmingTest', () => {
  it('has enough names to test, each once', () => {
    for (const text of [selfArmingPaths, ordinaryPaths]) {
      expect(linesOf(text).length).toBeGreaterThan(128);
      expect(new Set(linesOf(text)).size).toBe(linesOf(text).length);
    }
  });

  it.each(linesOf(selfArmingPaths))('names a reason for %j', (path) => {
    expect(test(path)).toMatch(/^[A-Z].+\.$/);
  });

  it.each(linesOf(selfArmingPaths))('names a reason for %j in capitals', (path) => {
    expect(test(path.toUpperCase())).not.toBeNull();
    expect(test(path.normalize('NFD').toLowerCase())).not.toBeNull();
  });

  it.each(linesOf(exactSelfArmingPaths))('names a reason for %j in its exact case only', (path) => {
    expect(test(path)).not.toBeNull();
    expect(test(path.toLowerCase())).toBeNull();
  });

  it.each(linesOf(ordinaryPaths))('names no reason for %j', (path) => {
    expect(test(path)).toBeNull();
  });

  it('supports the user’s own patterns, in the same syntax', () => {
    const own = selfArmingTest(['deploy/', '*.hook', ' Tools/Run.sh ', '', '/only-here']);
    for (const path of ['deploy/x', 'a/deploy', 'x.HOOK', 'tools/run.sh', 'only-here']) {
      expect(own(path)).toBe(ADDED_REASON);
    }
    for (const path of ['deploy.ts', 'x.hooks', 'run.sh', 'a/only-here']) {
      expect(own(path)).toBeNull();
    }
    expect(own('.envrc')).not.toBe(ADDED_REASON);
  });

  it('treats characters of regular expressions literally', () => {
    const own = selfArmingTest(['a+b(c)[d]^$|.x', '{', '}', '{a', '\\']);
    expect(own('a+b(c)[d]^$|.x')).toBe(ADDED_REASON);
    expect(own('aab')).toBeNull();
  });

  it('is fast for a path of any length', () => {
    for (const sign of ['.', ' ', '/', 'a', '\u200b', '~1', '.git', '*']) {
      expect(() => test(sign.repeat(100_000))).not.toThrow();
      expect(() => test(`${sign.repeat(100_000)}x`)).not.toThrow();
    }
  });

  it('names every family once, in lower case, with its own reason', () => {
    const names = selfArmingFamilies.flatMap((family) => family.names);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name !== name.toLowerCase())).toEqual([]);
    const reasons = selfArmingFamilies.map(({ reason }) => reason);
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});
