import { describe, expect, it } from 'vitest';
import { isSameTree } from './dependencies.mjs';

const locked = {
  '': { name: 'airlock' },
  'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' },
  'node_modules/fsevents': { version: '2.0.0', integrity: 'sha512-b', optional: true },
};
const { '': _, ...everything } = locked;
const { 'node_modules/fsevents': __, ...withoutOptional } = everything;

describe('isSameTree', () => {
  it('accepts what the lock file names, with or without optional packages', () => {
    expect(isSameTree(locked, everything)).toBe(true);
    expect(isSameTree(locked, withoutOptional)).toBe(true);
  });

  it('notices a package that is missing', () => {
    expect(isSameTree(locked, {})).toBe(false);
  });

  it('notices another version and other contents, optional or not', () => {
    const other = { version: '4.0.1', integrity: 'sha512-a' };
    expect(isSameTree(locked, { ...everything, 'node_modules/zod': other })).toBe(false);
    const altered = { version: '2.0.0', integrity: 'sha512-c', optional: true };
    expect(isSameTree(locked, { ...everything, 'node_modules/fsevents': altered })).toBe(false);
  });

  it('notices a package that is no longer wanted', () => {
    const extra = { version: '1.0.0', integrity: 'sha512-d' };
    expect(isSameTree(locked, { ...everything, 'node_modules/left': extra })).toBe(false);
  });
});
