import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testFolder } from '#test/support/testFolder';

const { platform } = process;

/** As it is on a system that can hold folders open, and on one that can only look twice. */
async function load(system: string) {
  vi.resetModules();
  Object.defineProperty(process, 'platform', { value: system });
  return import('./anchoredFolder');
}

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  vi.resetModules();
});

describe.each([platform, 'darwin'])('AnchoredFolder on %s', (system) => {
  it('opens folders below the root, and creates them on request', async () => {
    const { AnchoredFolder } = await load(system);
    const folder = testFolder();
    await expect(AnchoredFolder.open(folder.path, ['a', 'b'])).rejects.toMatchObject({
      code: 'ENOENT',
    });
    const made = await AnchoredFolder.open(folder.path, ['a', 'b'], { create: true });
    writeFileSync(made.at('file'), 'x');
    await made.sync();
    await made.verify();
    await made.close();
    expect(folder.read('a/b/file')).toBe('x');
    const root = await AnchoredFolder.open(folder.path, []);
    await root.close();
  });

  it('follows no link on the path, wherever it leads', async () => {
    const { AnchoredFolder } = await load(system);
    const folder = testFolder();
    const root = folder.folder('root');
    folder.folder('outside');
    folder.folder('root/real');
    symlinkSync(folder.join('outside'), join(root, 'out'));
    symlinkSync('real', join(root, 'in'));
    symlinkSync('loop', join(root, 'loop'));
    folder.write('root/file', 'x');
    for (const parts of [['out'], ['out', 'x'], ['in'], ['loop'], ['file']]) {
      await expect(AnchoredFolder.open(root, parts, { create: true })).rejects.toThrow();
    }
  });

  it('notices that the folder is no longer where it was', async () => {
    const { AnchoredFolder } = await load(system);
    const folder = testFolder();
    const root = folder.folder('root');
    mkdirSync(join(root, 'dir'));
    const held = await AnchoredFolder.open(root, ['dir']);
    renameSync(join(root, 'dir'), folder.join('elsewhere'));
    symlinkSync(folder.join('elsewhere'), join(root, 'dir'));
    await expect(held.verify()).rejects.toThrow(/lead/);
    rmSync(join(root, 'dir'));
    await held.close();
  });

  it('accepts names, not paths', async () => {
    const { AnchoredFolder } = await load(system);
    const folder = testFolder();
    const root = await AnchoredFolder.open(folder.path, []);
    for (const name of ['', '.', '..', 'a/b', `a${sep}b`, 'a\0b'])
      expect(() => root.at(name)).toThrow(/name/);
    await expect(AnchoredFolder.open(folder.path, ['..'])).rejects.toThrow(/name/);
    await root.close();
  });
});

it.runIf(platform === 'linux')(
  'writes into the folder that was opened, even if its name now means another one',
  async () => {
    const { AnchoredFolder } = await load(platform);
    const folder = testFolder();
    const root = folder.folder('root');
    folder.folder('root/dir');
    folder.folder('outside');
    const held = await AnchoredFolder.open(root, ['dir']);
    renameSync(join(root, 'dir'), join(root, 'other'));
    symlinkSync(folder.join('outside'), join(root, 'dir'));
    writeFileSync(held.at('file'), 'x');
    await held.close();
    expect(await readFile(join(root, 'other', 'file'), 'utf8')).toBe('x');
  },
);
