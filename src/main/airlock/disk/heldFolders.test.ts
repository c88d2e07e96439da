import { existsSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import { testFolder } from '#test/support/testFolder';
import { HeldFolders } from './heldFolders';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('HeldFolders', () => {
  it('opens, syncs and closes each folder once, however many files are in it', async () => {
    const root = testFolder().folder('tree');
    const opened = vi.spyOn(AnchoredFolder, 'open');
    const synced = vi.spyOn(AnchoredFolder.prototype, 'sync');
    const closed = vi.spyOn(AnchoredFolder.prototype, 'close');
    const folders = new HeldFolders();
    const write = (path: string) =>
      folders.within(root, path, { create: true }, async (folder, name) =>
        writeFileSync(folder.at(name), path),
      );
    await Promise.all(['a/1', 'a/2', 'a/3', 'b/c/1', '1'].map(write));
    expect(synced).not.toHaveBeenCalled();
    await folders.release();
    expect([opened, synced, closed].map(({ mock }) => mock.calls.length)).toEqual([3, 3, 3]);
    expect(existsSync(`${root}/b/c/1`)).toBe(true);
  });

  it('makes no folder for a file that is to be removed', async () => {
    const root = testFolder().folder('tree');
    const folders = new HeldFolders();
    const task = vi.fn();
    expect(await folders.within(root, 'a/1', { create: false }, task)).toBeNull();
    await folders.release();
    expect([task.mock.calls.length, existsSync(`${root}/a`)]).toEqual([0, false]);
  });

  it('reports a folder that could not be made durable, and lets go of all', async () => {
    const root = testFolder().folder('tree');
    const folders = new HeldFolders();
    for (const path of ['a/1', 'b/1']) {
      await folders.within(root, path, { create: true }, async () => undefined);
    }
    const closed = vi.spyOn(AnchoredFolder.prototype, 'close');
    vi.spyOn(AnchoredFolder.prototype, 'sync').mockRejectedValueOnce(new Error('no room'));
    await expect(folders.release()).rejects.toThrow('no room');
    expect(closed).toHaveBeenCalledTimes(2);
  });
});
