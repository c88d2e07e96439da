import { describe, expect, test } from 'vitest';
import { fail, ok } from '#shared/errors';
import { id, opened } from '#test/support/threadsHarness';

describe('files', () => {
  const file = 'one\ntwo\nthree';

  async function reading() {
    const all = await opened();
    all.client.onRead = async () => ok(file);
    all.client.onReadFile = async () => ok(Buffer.from(file));
    const ask = async (method: string, params: object) =>
      (await all.peer.request(method, { threadId: id, ...params })).result as {
        version: number;
        content: string;
      };
    return { ...all, ask };
  }

  test.each<[object, string]>([
    [{}, file],
    [{ lineOffset: 0, lineLimit: 1 }, 'one\n'],
    [{ lineOffset: 1, lineLimit: 1 }, 'two\n'],
    [{ lineOffset: 2 }, 'three'],
    [{ lineLimit: 2 }, 'one\ntwo\n'],
    [{ lineOffset: 9 }, ''],
    [{ lineOffset: null, lineLimit: null }, file],
  ])('text with %o', async (range, content) => {
    const { ask, client } = await reading();
    const answer = await ask('readTextFile', { path: '/work/a', ...range });
    expect(answer).toEqual({ version: expect.any(Number), content });
    expect(client.events).toMatchObject([
      {
        kind: 'read',
        title: 'Read a',
        status: 'completed',
        locations: [{ path: '/work/a' }],
      },
    ]);
  });

  test.each<[object, string]>([
    [{}, file],
    [{ byteOffset: 4, byteLimit: 3 }, 'two'],
    [{ byteOffset: 8 }, 'three'],
    [{ byteLimit: 3 }, 'one'],
  ])('bytes with %o', async (range, content) => {
    const { ask } = await reading();
    const answer = await ask('readBinaryFile', { path: '/work/a', ...range });
    expect(Buffer.from(answer.content, 'base64').toString()).toBe(content);
  });

  test('the version changes when somebody changes the file, and only then', async () => {
    const { ask, client } = await reading();
    const first = await ask('readTextFile', { path: '/work/a' });
    const part = await ask('readTextFile', { path: '/work/a', lineLimit: 1 });
    const bytes = await ask('readBinaryFile', { path: '/work/a' });
    client.onRead = async () => ok(`${file}!`);
    const changed = await ask('readTextFile', { path: '/work/a' });
    expect([part.version, bytes.version]).toEqual([first.version, first.version]);
    expect(changed.version).not.toBe(first.version);
    for (const { version } of [first, changed]) {
      expect(Number.isSafeInteger(version) && version >= 0).toBe(true);
    }
  });

  test.each([
    ['file', { exists: true, isDirectory: false }],
    ['folder', { exists: true, isDirectory: true }],
    ['missing', { exists: false, isDirectory: false }],
  ] as const)('stat of a %s', async (status, expected) => {
    const { ask, client } = await reading();
    client.onPathStatus = async () => ok(status);
    expect(await ask('stat', { path: '/work/a' })).toEqual(expected);
  });

  test('a search finds files', async () => {
    const { ask, client } = await reading();
    client.onFindFiles = async () => ok(['/work/a.ts', '/work/b.ts']);
    expect(await ask('globSearch', { pattern: '**/*.ts' })).toEqual({
      matches: ['/work/a.ts', '/work/b.ts'],
    });
    expect(client.calls).toEqual([['findFiles', id, '**/*.ts']]);
    expect(client.events).toMatchObject([{ kind: 'search', title: 'Search **/*.ts' }]);
  });

  test('a file that may not be read gives an error, and is shown as failed', async () => {
    const { peer, client } = await reading();
    client.onRead = async () => fail('refused', 'It is outside.');
    const params = { threadId: id, path: '/etc/passwd' };
    expect(await peer.request('readTextFile', params)).toMatchObject({
      error: { code: -32603, message: 'It is outside.' },
    });
    expect(client.events).toMatchObject([{ kind: 'read', status: 'failed' }]);
  });
});
