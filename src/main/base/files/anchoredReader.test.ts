import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testFolder } from '#test/support/testFolder';

const { platform } = process;

/** As it is on a system that can hold folders open, and on one that can only look twice. */
async function load(system: string) {
  vi.resetModules();
  Object.defineProperty(process, 'platform', { value: system });
  return import('./anchoredReader');
}

afterEach(() => {
  Object.defineProperty(process, 'platform', { value: platform });
  vi.resetModules();
});

describe.each([platform, 'darwin'])('AnchoredReader on %s', (system) => {
  async function setUp() {
    const { AnchoredReader } = await load(system);
    const folder = testFolder();
    const root = folder.folder('root');
    const other = folder.folder('other');
    folder.write('root/a/b/file.txt', 'inside');
    folder.write('other/o.txt', 'other');
    folder.write('outside/secret.txt', 'secret');
    const reader = new AnchoredReader([root, other]);
    const read = (path: string) =>
      reader.open(`${root}/${path}`, async (file) => (await file.readFile()).toString());
    return { folder, root, other, reader, read };
  }

  it('follows links whose target stays inside, through any number of folders', async () => {
    const { root, other, read, reader } = await setUp();
    mkdirSync(`${root}/links/deep`, { recursive: true });
    symlinkSync('../../a', `${root}/links/deep/up`);
    symlinkSync(`${root}/a/b`, `${root}/absolute`);
    symlinkSync('links/deep/up/../a/b/file.txt', `${root}/mixed`);
    symlinkSync('../other/o.txt', `${root}/across`);
    symlinkSync('./a/./b//file.txt', `${root}/dots`);
    symlinkSync('../other', `${other}/self`);
    for (const path of ['links/deep/up/b/file.txt', 'absolute/file.txt', 'mixed', 'dots']) {
      expect([path, await read(path)]).toEqual([path, 'inside']);
    }
    expect(await read('across')).toBe('other');
    expect(await read('../other/self/self/o.txt')).toBe('other');
    expect(await reader.find(`${root}/absolute/file.txt`)).toMatchObject({
      path: `${root}/a/b/file.txt`,
      isBehindLink: true,
    });
  });

  it('follows no link that leads outside, directly or through another link', async () => {
    const { folder, root, read } = await setUp();
    symlinkSync(folder.join('outside'), `${root}/out`);
    symlinkSync('../outside', `${root}/relative`);
    symlinkSync('out/secret.txt', `${root}/second`);
    symlinkSync('a/../../outside/secret.txt', `${root}/folded`);
    symlinkSync('/proc/self/root', `${root}/proc`);
    symlinkSync(`/proc/self/cwd/${'../'.repeat(40)}${folder.join('outside')}`, `${root}/cwd`);
    const paths = [
      'out/secret.txt',
      'relative/secret.txt',
      'second',
      'folded',
      '../outside/secret.txt',
    ];
    for (const path of [...paths, `proc${folder.join('outside')}/secret.txt`, 'cwd/secret.txt']) {
      await expect(read(path), path).rejects.toThrow(/is outside/);
    }
  });

  it('does not mistake a folder whose name only begins the same way for its own', async () => {
    const { folder, root, reader } = await setUp();
    folder.write('root-other/a.txt', 'secret');
    folder.write('root/other/a.txt', 'inside');
    symlinkSync('../root-other', `${root}/link`);
    for (const path of [folder.join('root-other/a.txt'), `${root}/link/a.txt`]) {
      await expect(reader.find(path)).rejects.toThrow('outside the folders');
    }
  });

  it('stops at a circle of links and at an endless path', async () => {
    const { root, read } = await setUp();
    symlinkSync('loop', `${root}/loop`);
    symlinkSync('pong', `${root}/ping`);
    symlinkSync('ping', `${root}/pong`);
    symlinkSync('.', `${root}/dot`);
    symlinkSync('wide/wide', `${root}/wide`);
    for (const path of ['loop', 'loop/x', 'ping', 'wide', `${'dot/'.repeat(200)}a/b/file.txt`]) {
      await expect(read(path), path.slice(0, 20)).rejects.toThrow();
    }
    expect(await read(`${'dot/'.repeat(30)}a/b/file.txt`)).toBe('inside');
  });

  it('stops after so many folders, although there are few links on the way', async () => {
    const { root, read } = await setUp();
    const deep = 'd/'.repeat(30);
    mkdirSync(`${root}/${deep}`, { recursive: true });
    symlinkSync(root, `${root}/${deep}top`);
    expect(await read(`${`${deep}top/`.repeat(10)}a/b/file.txt`)).toBe('inside');
    await expect(read(`${`${deep}top/`.repeat(35)}a/b/file.txt`)).rejects.toThrow(
      'no longer leads',
    );
  });

  it('finds nothing outside by a link through a folder that does not exist', async () => {
    const { root, reader } = await setUp();
    symlinkSync('none/../../outside/new.txt', `${root}/broken`);
    symlinkSync('none/../a/b/file.txt', `${root}/inner`);
    for (const name of ['broken', 'inner']) {
      await expect(reader.find(`${root}/${name}`)).rejects.toMatchObject({ code: 'ENOENT' });
    }
  });

  it('names what is missing, and where it would be', async () => {
    const { root, read, reader } = await setUp();
    await expect(read('a/none')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(read('none/none')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(read('a/b/file.txt/below')).rejects.toThrow();
    expect(await reader.find(`${root}/x/y`)).toMatchObject({
      path: `${root}/x/y`,
      status: undefined,
    });
    expect(await reader.find(root)).toMatchObject({ path: root, isBehindLink: false });
  });

  it('does not follow a root that has become a link', async () => {
    const { folder, root, read } = await setUp();
    folder.write('outside/a/b/file.txt', 'outside');
    renameSync(root, folder.join('away'));
    symlinkSync(folder.join('outside'), root);
    await expect(read('a/b/file.txt')).rejects.toThrow();
  });

  it('does not follow a folder above the root that has become a link', async () => {
    const { AnchoredReader } = await load(system);
    const folder = testFolder();
    const root = folder.folder('home/root');
    folder.write('evil/root/file.txt', 'outside');
    const reader = new AnchoredReader([root]);
    renameSync(folder.join('home'), folder.join('away'));
    symlinkSync(folder.join('evil'), folder.join('home'));
    await expect(reader.open(`${root}/file.txt`, (file) => file.readFile())).rejects.toThrow();
  });
});
