import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import { propertyRuns } from '#test/support/propertyRuns';
import { testFolder } from '#test/support/testFolder';
import { isTorn, prepareWrite, readPresent } from './anchoredFile';

describe('a write in two halves', () => {
  async function write(before: string | null, between: (path: string) => void) {
    const folder = testFolder();
    const root = folder.folder('tree');
    if (before !== null) folder.write('tree/a.txt', before);
    const place = await AnchoredFolder.open(root, []);
    try {
      const putInPlace = await prepareWrite({
        folder: place,
        name: 'a.txt',
        bytes: Buffer.from('new'),
        mode: '100644',
        present: await readPresent(place, 'a.txt', 'sha1'),
        temporary: '.airlock-abcdefgh.tmp',
        backUp: async (bytes) => bytes,
      });
      between(folder.join('tree/a.txt'));
      const [result] = await Promise.allSettled([putInPlace()]);
      const names = readdirSync(root);
      return {
        status: result.status,
        names,
        text: readFileSync(folder.join('tree/a.txt'), 'utf8'),
      };
    } finally {
      await place.close();
    }
  }

  it.each(['old', null])('replaces %j', async (before) => {
    const written = { status: 'fulfilled', names: ['a.txt'], text: 'new' };
    expect(await write(before, () => undefined)).toEqual(written);
  });

  it.each(['old', null])('leaves what was put in the place of %j in between', async (before) => {
    const left = { status: 'rejected', names: ['a.txt'], text: 'mine' };
    expect(await write(before, (path) => writeFileSync(path, 'mine'))).toEqual(left);
  });
});

it.skipIf(process.platform === 'win32')('says that a socket is no file', async () => {
  const folder = testFolder();
  const server = createServer();
  await once(server.listen(folder.join('socket')), 'listening');
  const place = await AnchoredFolder.open(folder.path, []);
  const reading = readPresent(place, 'socket', 'sha1');
  await expect(reading).rejects.toThrow('It is not a regular file.');
  await place.close();
  server.close();
});

describe('isTorn', () => {
  const bytes = fc.uint8Array({ maxLength: 24, max: 3 }).map((array) => Buffer.from(array));

  it('recognises every state in which a write in place can be stopped', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.nat(30), (before, after, stop) => {
        const written = Math.min(stop, after.length);
        const rest = before.subarray(Math.min(written, before.length));
        expect(isTorn(Buffer.concat([after.subarray(0, written), rest]), before, after)).toBe(true);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('is false for everything else', () => {
    const [before, after] = [Buffer.from('old content'), Buffer.from('new text, longer')];
    for (const found of ['old text', 'mine', 'new tent', 'new text, longer and mine', '']) {
      expect([found, isTorn(Buffer.from(found), before, after)]).toEqual([found, false]);
    }
  });
});
