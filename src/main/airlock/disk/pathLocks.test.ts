import { describe, expect, it } from 'vitest';
import { PathLocks } from './pathLocks';

describe('PathLocks', () => {
  it('runs one task at a time for a file, under any of its names, and tasks for other files in parallel', async () => {
    const locks = new PathLocks();
    const running = new Set<string>();
    const overlaps: string[] = [];
    const task = (root: string, ...paths: string[]) =>
      locks.run(root, paths, async () => {
        const keys = paths.map((path) => `${root}/${path.toLowerCase().normalize('NFC')}`);
        overlaps.push(...keys.filter((key) => running.has(key)));
        for (const key of keys) running.add(key);
        await new Promise(setImmediate);
        for (const key of keys) running.delete(key);
      });
    await Promise.all([
      task('r', 'a', 'b'),
      task('r', 'b', 'a'),
      task('r', 'A'),
      task('r', 'é'),
      task('r', 'e\u0301'),
      task('s', 'a'),
      task('r', 'a', 'a'),
    ]);
    expect(overlaps).toEqual([]);
  });

  it('unlocks after a task that failed', async () => {
    const locks = new PathLocks();
    await expect(locks.run('r', ['a'], () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(await locks.run('r', ['a'], async () => 'yes')).toBe('yes');
  });

  it('needs no lock for an empty list', async () => {
    expect(await new PathLocks().run('r', [], async () => 1)).toBe(1);
  });
});
