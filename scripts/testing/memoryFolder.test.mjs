import { describe, expect, it } from 'vitest';
import { memoryFolder, runInMemory } from './memoryFolder.mjs';

describe('the folder in memory', () => {
  it('is where the environment says', () => {
    expect(memoryFolder({})).toBeUndefined();
    expect(memoryFolder({ AIRLOCK_MEMORY_FOLDER: '/made' })).toBe('/made');
  });

  it('is not made for a run that has one, nor for one that runs everything on the disk', async () => {
    expect(await runInMemory({ AIRLOCK_MEMORY_FOLDER: '/made' })).toBeUndefined();
    expect(await runInMemory({ AIRLOCK_ALL_TESTS: '1' })).toBeUndefined();
    expect(await runInMemory({ AIRLOCK_LONG_TESTS: '1' })).toBeUndefined();
  });
});
