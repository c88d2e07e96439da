import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileAtomic } from './atomicFile';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airlock-atomic-'));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

describe('writeFileAtomic', () => {
  it('creates a private file and leaves nothing else behind', async () => {
    const path = join(folder, 'data.json');
    await writeFileAtomic(path, 'héllo');
    expect(await readFile(path, 'utf8')).toBe('héllo');
    expect(await readdir(folder)).toEqual(['data.json']);
    if (process.platform !== 'win32') expect(await modeOf(path)).toBe(0o600);
  });

  it('writes bytes unchanged', async () => {
    const path = join(folder, 'bytes');
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    await writeFileAtomic(path, bytes);
    expect(new Uint8Array(await readFile(path))).toEqual(bytes);
  });

  it.skipIf(process.platform === 'win32')('keeps the mode of the file it replaces', async () => {
    const path = join(folder, 'data.json');
    await writeFile(path, 'old');
    await chmod(path, 0o664);
    await writeFileAtomic(path, 'new');
    expect(await modeOf(path)).toBe(0o664);
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  it.skipIf(process.platform === 'win32')('writes through a link', async () => {
    const elsewhere = join(folder, 'dotfiles');
    await mkdir(elsewhere);
    const target = join(elsewhere, 'real.json');
    const link = join(folder, 'link.json');
    await writeFile(target, 'old');
    await symlink(target, link);
    await writeFileAtomic(link, 'new');
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(target, 'utf8')).toBe('new');
    expect(await readdir(elsewhere)).toEqual(['real.json']);
  });

  it('does not replace a file that is read-only, behind a link or not', async () => {
    const path = join(folder, 'data.json');
    const link = join(folder, 'link.json');
    await writeFile(path, 'old');
    await chmod(path, 0o444);
    if (process.platform !== 'win32') await symlink(path, link);
    for (const each of process.platform === 'win32' ? [path] : [path, link]) {
      await expect(writeFileAtomic(each, 'new')).rejects.toMatchObject({ code: 'EACCES' });
    }
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('.tmp'));
    await chmod(path, 0o600);
  });

  it('removes its temporary file when it fails', async () => {
    const path = join(folder, 'occupied');
    await mkdir(join(path, 'full'), { recursive: true });
    await expect(writeFileAtomic(path, 'new')).rejects.toThrowError();
    expect(await readdir(folder)).toEqual(['occupied']);
  });

  it('fails and leaves nothing when the folder is missing', async () => {
    const path = join(folder, 'missing', 'data.json');
    await expect(writeFileAtomic(path, 'new')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('shows readers only complete contents during concurrent writes', async () => {
    const path = join(folder, 'data.json');
    const content = (index: number) => `${index}`.repeat(100_000);
    await writeFileAtomic(path, content(0));
    let writing = true;
    const writes = Promise.all(
      Array.from({ length: 9 }, (_, index) => writeFileAtomic(path, content(index + 1))),
    ).finally(() => {
      writing = false;
    });
    while (writing) {
      const seen = await readFile(path, 'utf8');
      expect(seen.length === 100_000 && seen === seen.charAt(0).repeat(100_000)).toBe(true);
    }
    await writes;
    expect(await readdir(folder)).toEqual(['data.json']);
  });
});
