import { mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ByteBudget } from '#main/base/byteBudget';
import { FILE_READ_LIMIT } from '#main/host/limits';
import { testFolder } from '#test/support/testFolder';
import { SessionFiles } from './sessionFiles';

const room = new ByteBudget(1_000_000);

function setUp() {
  const folder = testFolder();
  const root = folder.folder('root');
  const extra = folder.folder('extra');
  folder.write('outside/secret.txt', 'secret');
  return { folder, root, extra, files: new SessionFiles([root, extra]) };
}

const refused = { ok: false, error: { code: 'refused' } };

describe('SessionFiles', () => {
  it('reads in each of the roots, and nowhere else', async () => {
    const { folder, root, files } = setUp();
    folder.write('root/a.txt', 'a');
    folder.write('extra/b.txt', 'b');
    expect(await files.read(`${root}/a.txt`, null, null, room)).toEqual({ ok: true, value: 'a' });
    expect(await files.read(folder.join('extra/b.txt'), null, null, room)).toMatchObject({
      value: 'b',
    });
    expect(await files.read(folder.join('outside/secret.txt'), null, null, room)).toMatchObject(
      refused,
    );
    expect(await files.read(`${root}/../outside/secret.txt`, null, null, room)).toMatchObject(
      refused,
    );
    expect(await files.read(`${root}-other/a.txt`, null, null, room)).toMatchObject(refused);
  });

  it.each(['relative.txt', '', 'a\0b', '~/x'])(
    'refuses %j, which is not an absolute path',
    async (path) => {
      const { files } = setUp();
      expect(await files.locate(path)).toMatchObject({
        ok: false,
        error: { code: 'invalid-input' },
      });
    },
  );

  it('does not read bytes of a file that has grown too large while there was no room for it', async () => {
    const { folder, root, files } = setUp();
    folder.write('root/a.bin', 'small');
    const taken = new ByteBudget(1);
    const freed = Promise.withResolvers<void>();
    const holding = taken.run(1, () => freed.promise);
    const asked = vi.spyOn(taken, 'run');
    const reading = files.readBytes(`${root}/a.bin`, taken);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    truncateSync(`${root}/a.bin`, FILE_READ_LIMIT + 1);
    freed.resolve();
    expect(await reading).toMatchObject(refused);
    await holding;
  });

  it('follows links, and checks the place where they lead', async () => {
    const { folder, root, files } = setUp();
    folder.write('root/a.txt', 'a');
    symlinkSync(`${root}/a.txt`, `${root}/inner`);
    symlinkSync(folder.join('outside'), `${root}/out`);
    symlinkSync(folder.join('nowhere'), `${root}/dangling`);
    symlinkSync(`${root}/loop`, `${root}/loop`);
    expect(await files.locate(`${root}/inner`)).toEqual({ ok: true, value: `${root}/a.txt` });
    expect(await files.locate(`${root}/out/secret.txt`)).toMatchObject(refused);
    expect(await files.locate(`${root}/out/new/file.txt`)).toMatchObject(refused);
    expect(await files.locate(`${root}/dangling`)).toMatchObject(refused);
    expect(await files.locate(`${root}/dangling/below`)).toMatchObject(refused);
    expect(await files.locate(`${root}/loop`)).toMatchObject(refused);
  });

  it('reads in a root that is a link, by either of its paths', async () => {
    const { folder } = setUp();
    mkdirSync(folder.join('real'));
    folder.write('real/a.txt', 'a');
    symlinkSync(folder.join('real'), folder.join('alias'));
    const files = new SessionFiles([folder.join('alias')]);
    expect(await files.read(folder.join('alias/a.txt'), null, null, room)).toMatchObject({
      value: 'a',
    });
    expect(await files.read(folder.join('real/a.txt'), null, null, room)).toMatchObject({
      value: 'a',
    });
  });

  it('does not write to what a link names that is not there, although it would be inside', async () => {
    const { root, files } = setUp();
    symlinkSync(`${root}/none`, `${root}/broken`);
    expect(await files.locate(`${root}/broken`, 'write')).toMatchObject({
      ok: false,
      error: { code: 'refused', message: `${root}/broken leads through a broken link.` },
    });
  });

  it.runIf(process.platform !== 'win32')('says that a socket is no file', async () => {
    const { root, files } = setUp();
    const server = createServer();
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(`${root}/socket`, resolve));
    expect(await files.read(`${root}/socket`, null, null, room)).toMatchObject({
      ok: false,
      error: { code: 'refused', message: `${root}/socket is not a regular file.` },
    });
  });

  it('finds a path for a file that does not exist yet', async () => {
    const { root, files } = setUp();
    expect(await files.locate(`${root}/deep/er/new.txt`)).toEqual({
      ok: true,
      value: `${root}/deep/er/new.txt`,
    });
  });
});

describe('what the user has allowed besides', () => {
  /** As it was when it was allowed. */
  function allow(...names: readonly string[]) {
    const { folder, root } = setUp();
    folder.write('allowed/a.txt', 'a');
    folder.write('allowed/key', 'key');
    folder.write('single.txt', 'single');
    folder.write('single.txt-other', 'secret');
    const allowed = names.map((name) => ({ path: folder.join(name), real: folder.join(name) }));
    const outside: string[] = [];
    const files = new SessionFiles([root], {
      allowed: () => allowed,
      mayRead: async (path) => !path.endsWith('/key'),
      onOutside: (path) => outside.push(path),
    });
    const read = (name: string) => files.read(folder.join(name), null, null, room);
    return { folder, files, allowed, outside, read };
  }

  it('is read, a folder with what is in it and a file alone', async () => {
    const { folder, files, outside, read } = allow('allowed', 'single.txt');
    expect(await read('allowed/a.txt')).toEqual({ ok: true, value: 'a' });
    expect(await read('single.txt')).toEqual({ ok: true, value: 'single' });
    expect(await files.status(folder.join('allowed'))).toEqual({ ok: true, value: 'folder' });
    for (const name of [
      'single.txt-other',
      'outside/secret.txt',
      'allowed/../outside/secret.txt',
    ]) {
      expect(await read(name), name).toMatchObject(refused);
    }
    expect(outside).toHaveLength(3);
  });

  it('is read by no link in it that leads out of it', async () => {
    const { folder, read } = allow('allowed');
    symlinkSync('../single.txt', folder.join('allowed/link'));
    expect(await read('allowed/link')).toMatchObject(refused);
  });

  it('is not written to here', async () => {
    const { folder, files } = allow('allowed');
    expect(await files.locate(folder.join('allowed/a.txt'), 'write')).toMatchObject(refused);
  });

  it('is not read where it is a secret that no permission is about', async () => {
    const { read } = allow('allowed');
    expect(await read('allowed/key')).toMatchObject(refused);
  });

  it('is not read where its path led elsewhere when it was allowed', async () => {
    const { folder, allowed, read } = allow('allowed');
    allowed[0] = { path: folder.join('allowed'), real: folder.join('outside') };
    expect(await read('allowed/a.txt')).toMatchObject(refused);
    symlinkSync(folder.join('outside'), folder.join('link'));
    allowed[0] = { path: folder.join('link'), real: folder.join('outside') };
    expect(await read('link/secret.txt')).toMatchObject(refused);
  });
});
