import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFolder } from './project.mjs';

describe('cacheFolder', () => {
  it('is the configured one', () => {
    expect(cacheFolder({ AIRLOCK_CACHE: '/a', XDG_CACHE_HOME: '/b' })).toBe('/a');
  });

  it('follows the XDG standard, which ignores relative paths', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/b' })).toBe(join('/b', 'airlock'));
    const usual = join(homedir(), '.cache/airlock');
    expect(cacheFolder({ XDG_CACHE_HOME: 'b' })).toBe(usual);
    expect(cacheFolder({})).toBe(usual);
  });
});
