import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ObjectId } from '#shared/ids';
import { put, scanned } from '#test/support/agentFiles';
import {
  AirlockHarness,
  newSessionId,
  newTurnId,
  openChange,
  undo,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { testFolder } from '#test/support/testFolder';

// Shows I18.

const LONG = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join('');

async function start(isolation: 'isolated' | 'in-place' = 'isolated') {
  const harness = new AirlockHarness();
  const repository = await harness.repository({
    'a.txt': LONG,
    'b.txt': 'b\n',
    'sub/c.txt': 'c\n',
  });
  const sessionId = newSessionId();
  const session = await harness.open(repository.path, { sessionId, isolation });
  const store = harness.folder.join('data', sessionId, 'shadow.git', 'objects');
  const placeOf = (id: ObjectId) => join(store, id.slice(0, 2), id.slice(2));
  /** Puts other bytes under the id, as a valid git object. */
  const swap = (id: ObjectId, text: string) => {
    const path = placeOf(id);
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) chmodSync(path, 0o644);
    writeFileSync(path, deflateSync(`blob ${Buffer.byteLength(text)}\0${text}`));
  };
  /** Has the tree's list of files name another blob for one of them. */
  const swapTree = (tree: ObjectId, old: ObjectId, other: ObjectId) => {
    const git = { cwd: store, env: { ...process.env, GIT_DIR: dirname(store) } };
    const bytes = execFileSync('git', ['cat-file', 'tree', tree], git);
    const at = bytes.indexOf(Buffer.from(old, 'hex'));
    bytes.write(other, at, 'hex');
    const path = placeOf(tree);
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path)) chmodSync(path, 0o644);
    writeFileSync(path, deflateSync(Buffer.concat([Buffer.from(`tree ${bytes.length}\0`), bytes])));
  };
  const index = join(dirname(store), 'work.index');
  return { repository, session, swap, swapTree, placeOf, index };
}

const damaged = (path: string) => ({
  ok: false,
  error: { code: 'io', message: expect.stringContaining(path) },
});

async function coverWithSocket(path: string): Promise<() => Promise<void>> {
  // A path of any length takes no socket.
  const socket = testFolder().join('socket');
  const server = createServer().listen(socket);
  await once(server, 'listening');
  renameSync(socket, path);
  return async () => {
    server.close();
    await once(server, 'close');
  };
}

async function coverWithFolder(path: string): Promise<() => Promise<void>> {
  mkdirSync(path);
  return async () => rmdirSync(path);
}

describe('a tampered object in the store', () => {
  it('is not written by an accepted change, and the file is named', async () => {
    const { repository, session, swap } = await start();
    put(session, 'a.txt', `agent\n${LONG}`);
    put(session, 'b.txt', 'agent b\n');
    await scanned(session);
    const [a, b] = [openChange(session, 'a.txt'), openChange(session, 'b.txt')];
    swap(a.change.proposed?.blob as ObjectId, `evil\n${LONG}`);
    const results = await session.changes.decide([verdictOn(a, 'accept'), verdictOn(b, 'accept')]);
    expect(results).toMatchObject([damaged('a.txt'), { ok: true }]);
    expect(repository.read('a.txt')).toBe(LONG);
    expect(repository.read('b.txt')).toBe('agent b\n');
    expect(openChange(session, 'a.txt').status).toBe('open');
  });

  it('is not shown as what the agent wrote', async () => {
    const { session, swap } = await start();
    put(session, 'a.txt', `agent\n${LONG}`);
    await scanned(session);
    const { change } = openChange(session, 'a.txt');
    swap(change.proposed?.blob as ObjectId, `harmless\n${LONG}`);
    expect(await session.changes.texts(change.changeId)).toMatchObject(damaged('a.txt'));
  });

  it('keeps what was found before, as nothing new can be found by it', async () => {
    const { session, swap } = await start();
    put(session, 'a.txt', `agent\n${LONG}`);
    expect(await scanned(session)).toEqual(['modify a.txt']);
    const { change } = openChange(session, 'a.txt');
    swap(change.base?.blob as ObjectId, LONG.toUpperCase());
    put(session, 'a.txt', `agent again\n${LONG}`);
    expect(await scanned(session)).toEqual(['modify a.txt']);
    expect(openChange(session, 'a.txt').change.changeId).toBe(change.changeId);
    expect(session.changes.notices).toEqual([{ path: 'a.txt', reason: 'not-kept' }]);
  });

  it('is reported when it cannot be inflated', async () => {
    const { repository, session, placeOf } = await start();
    put(session, 'a.txt', `agent\n${LONG}`);
    put(session, 'b.txt', 'agent b\n');
    await scanned(session);
    const [a, b] = [openChange(session, 'a.txt'), openChange(session, 'b.txt')];
    const path = placeOf(a.change.proposed?.blob as ObjectId);
    chmodSync(path, 0o644);
    writeFileSync(path, readFileSync(path).subarray(0, 20));
    const results = await session.changes.decide([verdictOn(a, 'accept'), verdictOn(b, 'accept')]);
    expect(results).toMatchObject([damaged('a.txt'), { ok: true }]);
    expect(repository.read('a.txt')).toBe(LONG);
  });

  // As with a disk that fails, the system gives out neither.
  it.skipIf(process.platform === 'win32').each([
    { name: 'a socket', cover: coverWithSocket },
    { name: 'a folder', cover: coverWithFolder },
  ])('is told from one that cannot be read now, because $name is in its place', async (given) => {
    const { repository, session, placeOf } = await start();
    put(session, 'a.txt', `agent\n${LONG}`);
    await scanned(session);
    const view = openChange(session, 'a.txt');
    const path = placeOf(view.change.proposed?.blob as ObjectId);
    renameSync(path, `${path}.kept`);
    const uncover = await given.cover(path);
    const unavailable = {
      ok: false,
      error: {
        message:
          'The version of a.txt that Airlock had kept cannot be read now. Nothing was written. Check the disk and try again.',
      },
    };
    expect(await session.changes.texts(view.change.changeId)).toMatchObject(unavailable);
    expect(await session.changes.decide([verdictOn(view, 'accept')])).toMatchObject([unavailable]);
    expect(repository.read('a.txt')).toBe(LONG);
    await uncover();
    renameSync(`${path}.kept`, path);
    expect(await session.changes.decide([verdictOn(view, 'accept')])).toMatchObject([{ ok: true }]);
    expect(repository.read('a.txt')).toBe(`agent\n${LONG}`);
  });

  it('is not restored by a rejection or a rewind', async () => {
    const { repository, session, swap } = await start('in-place');
    const turnId = newTurnId();
    value(await session.checkpoint(turnId));
    put(session, 'a.txt', `agent\n${LONG}`);
    value(await session.scan({ turnId, toolCallId: null }));
    const view = openChange(session, 'a.txt');
    const base = view.change.base?.blob as ObjectId;
    swap(base, `evil\n${LONG}`);
    expect(await session.changes.decide([verdictOn(view, 'reject')])).toMatchObject([
      damaged('a.txt'),
    ]);
    expect(value(await session.changes.rewind(turnId)).left).toEqual(['a.txt']);
    expect(repository.read('a.txt')).toBe(`agent\n${LONG}`);
  });

  it('is not written to the user’s file by an undo', async () => {
    const { repository, session, swap } = await start();
    put(session, 'a.txt', `agent\n${LONG}`);
    await scanned(session);
    const view = openChange(session, 'a.txt');
    const [decided] = await session.changes.decide([verdictOn(view, 'accept')]);
    if (!decided?.ok) throw new Error('It was to be accepted.');
    swap(view.change.base?.blob as ObjectId, 'evil\n');
    expect(await undo(session, decided.value.decisionId)).toMatchObject(damaged('a.txt'));
    expect(repository.read('a.txt')).toBe(`agent\n${LONG}`);
  });

  it('is not committed', async () => {
    const { repository, session, swap } = await start();
    put(session, 'a.txt', `agent\n${LONG}`);
    await scanned(session);
    const view = openChange(session, 'a.txt');
    await session.changes.decide([verdictOn(view, 'accept')]);
    const before = await repository.git('rev-parse', 'HEAD');
    swap(view.change.proposed?.blob as ObjectId, 'evil\n');
    expect(await session.changes.commitAccepted('message')).toMatchObject(damaged('a.txt'));
    expect(await repository.git('rev-parse', 'HEAD')).toBe(before);
  });

  it('is not what an index is made of again, when it is a tree', async () => {
    const { repository, session, swapTree, index } = await start('in-place');
    const idOf = async (path: string) =>
      (await repository.git('rev-parse', `HEAD:${path}`)) as ObjectId;
    // Git itself checks the root.
    swapTree(await idOf('sub'), await idOf('sub/c.txt'), await idOf('b.txt'));
    writeFileSync(index, 'no index');
    expect(await session.scan()).toMatchObject({ ok: false });
    expect(readFileSync(index, 'utf8')).toBe('no index');
  });

  it.skipIf(process.platform === 'win32')(
    'is told from a tree that cannot be read now',
    async () => {
      const { repository, session, placeOf } = await start('in-place');
      const turnId = newTurnId();
      put(session, 'b.txt', 'mine\n');
      const { tree } = value(await session.checkpoint(turnId));
      put(session, 'a.txt', `agent\n${LONG}`);
      value(await session.scan({ turnId, toolCallId: null }));
      renameSync(placeOf(tree), `${placeOf(tree)}.kept`);
      const uncover = await coverWithFolder(placeOf(tree));
      expect(await session.changes.rewind(turnId)).toMatchObject({
        ok: false,
        error: { code: 'io', message: expect.stringContaining('cannot be read now') },
      });
      await uncover();
      renameSync(`${placeOf(tree)}.kept`, placeOf(tree));
      value(await session.changes.rewind(turnId));
      expect(repository.read('a.txt')).toBe(LONG);
    },
  );

  it('does not bring back another file’s text when it is a tree', async () => {
    const { repository, session, swapTree } = await start('in-place');
    const turnId = newTurnId();
    const { tree } = value(await session.checkpoint(turnId));
    put(session, 'a.txt', `agent\n${LONG}`);
    put(session, 'b.txt', 'agent b\n');
    value(await session.scan({ turnId, toolCallId: null }));
    const [a, b] = [openChange(session, 'a.txt'), openChange(session, 'b.txt')];
    swapTree(tree, a.change.base?.blob as ObjectId, b.change.proposed?.blob as ObjectId);
    const distrusts = {
      ok: false,
      error: { code: 'io', message: expect.stringContaining('folder') },
    };
    expect(await session.changes.rewind(turnId)).toMatchObject(distrusts);
    expect(repository.read('a.txt')).toBe(`agent\n${LONG}`);
    put(session, 'b.txt', 'agent again\n');
    expect(await session.scan({ turnId, toolCallId: null })).toMatchObject(distrusts);
    expect(session.lookFault).toContain('folder');
  });
});
