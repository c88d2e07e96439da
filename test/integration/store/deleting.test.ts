import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { treeOf } from '#test/support/airlockHarness';
import { DirectWorkplaces } from '#test/support/directWorkplaces';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

// Shows I19.

const FILES = { 'a.txt': 'one\n', '.gitignore': 'out/\n' };

async function start() {
  const folder = testFolder();
  const repository = await GitRepository.createWith(folder.join('project'), FILES);
  const agent = scriptedAgent(folder, {});
  const launch = () =>
    TestEngine.start(folder.join('data'), { scripted: agent }, { workplaces: undefined });
  const test = await launch();
  const session = await test.create('scripted', repository.path, 'Hi', 'isolated');
  await session.turnEnded();
  const copy = folder.join('data', 'worktrees', session.id);
  const log = folder.join('data', 'sessions', session.id, 'log.ndjson');
  writeFileSync(join(copy, 'a.txt'), 'agent\n');
  return { folder, repository, launch, test, id: session.id, copy, log };
}

async function pendingOf(test: TestEngine, id: SessionId): Promise<number> {
  return unwrap(await test.changes.losses(id)).pending;
}

describe('a session whose log cannot be read at one start', () => {
  const kinds: readonly (readonly [string, (log: string) => void])[] = [
    ['is empty', (log) => writeFileSync(log, '')],
    ['is garbage', (log) => writeFileSync(log, Buffer.alloc(4096, 7))],
    ['is newer', (log) => writeFileSync(log, '{"v":99,"seq":1,"at":1,"type":"x"}\n')],
    ['is a folder', (log) => mkdirSync(log)],
    ['is missing', () => undefined],
  ];
  it.each(kinds)(
    '%s: keeps its copy, and is complete when it can be read again',
    async (kind, damage) => {
      const { test, launch, id, copy, log, folder, repository } = await start();
      expect(await pendingOf(test, id)).toBe(1);
      // Without one that can be read, the folder of sessions would be taken to be missing.
      const other = await test.create('scripted', repository.path, 'Hi', 'isolated');
      await other.turnEnded();
      await test.stop();
      renameSync(log, `${log}.away`);
      damage(log);
      const before = [treeOf(copy), treeOf(folder.join('data', 'airlock', id))];
      const blind = await launch();
      expect(blind.engine.host.list().map((session) => session.id)).toEqual([other.id]);
      expect(await blind.engine.host.unreadable()).toMatchObject([{ id }]);
      if (kind !== 'is newer') {
        expect(await blind.engine.host.open(id)).toMatchObject({ ok: false });
      }
      expect(blind.engine.trash.list().entries).toEqual([]);
      await blind.stop();
      expect([treeOf(copy), treeOf(folder.join('data', 'airlock', id))]).toEqual(before);
      rmSync(log, { recursive: true, force: true });
      renameSync(`${log}.away`, log);
      const again = await launch();
      const listed = again.engine.host.list().map((session) => session.id);
      expect(listed.sort()).toEqual([id, other.id].sort());
      expect(await pendingOf(again, id)).toBe(1);
    },
  );

  it('changes nothing if the sessions’ folder cannot be listed', async () => {
    const { test, launch, id, copy, folder } = await start();
    await test.stop();
    const sessions = folder.join('data', 'sessions');
    renameSync(sessions, `${sessions}.away`);
    writeFileSync(sessions, 'not a folder');
    const blind = await launch();
    expect(blind.engine.files.list()).toMatchObject([{ path: sessions, isDerived: false }]);
    expect(blind.engine.trash.list().entries).toEqual([]);
    await blind.stop();
    expect(existsSync(copy)).toBe(true);
    rmSync(sessions);
    renameSync(`${sessions}.away`, sessions);
    expect(await pendingOf(await launch(), id)).toBe(1);
  });

  it.each(['is missing', 'is empty'])(
    'touches nothing and says so if the sessions’ folder %s while there are copies',
    async (kind) => {
      const { test, launch, id, copy, folder } = await start();
      await test.stop();
      const sessions = folder.join('data', 'sessions');
      renameSync(sessions, `${sessions}.away`);
      if (kind === 'is empty') mkdirSync(sessions);
      const blind = await launch();
      expect(blind.engine.files.list()).toMatchObject([{ path: sessions, isDerived: false }]);
      expect(blind.engine.trash.list().entries).toEqual([]);
      await blind.stop();
      expect(existsSync(copy)).toBe(true);
      rmSync(sessions, { recursive: true });
      renameSync(`${sessions}.away`, sessions);
      expect(await pendingOf(await launch(), id)).toBe(1);
    },
  );

  it('moves files without a session into the trash, and restores them when the session returns', async () => {
    const { test, launch, id, copy, folder } = await start();
    await test.stop();
    const own = folder.join('data', 'sessions', id);
    renameSync(own, folder.join('away'));
    folder.folder('data', 'sessions', 'ses_anothersession');
    const without = await launch();
    expect(existsSync(copy)).toBe(false);
    const [item] = without.engine.trash.list().entries;
    expect(item).toMatchObject({ sessionId: id, reason: 'orphan' });
    expect(await without.engine.host.restore(item?.id ?? '')).toMatchObject({ ok: false });
    await without.stop();
    renameSync(folder.join('away'), own);
    const back = await launch();
    expect(back.engine.trash.list().entries).toEqual([]);
    expect(await pendingOf(back, id)).toBe(1);
  });

  it('leaves everything unchanged if there is no session at all, and says so', async () => {
    const { test, launch, id, copy, folder } = await start();
    await test.stop();
    renameSync(folder.join('data', 'sessions'), folder.join('away'));
    const without = await launch();
    expect(existsSync(copy)).toBe(true);
    expect(without.engine.trash.list().entries).toEqual([]);
    expect(without.engine.files.list()).toMatchObject([
      { path: folder.join('data', 'sessions'), message: expect.stringMatching(/files of 1/) },
    ]);
    await without.stop();
    rmdirSync(folder.join('data', 'sessions'));
    renameSync(folder.join('away'), folder.join('data', 'sessions'));
    expect(await pendingOf(await launch(), id)).toBe(1);
  });

  it('creates no new copy in place of one that is missing with its record', async () => {
    const { test, launch, id, copy, folder } = await start();
    await test.stop();
    for (const name of ['airlock', 'worktrees'])
      renameSync(folder.join('data', name), folder.join(name));
    const without = await launch();
    unwrap(await without.engine.host.open(id));
    expect(await without.changes.list(id)).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/are missing.*trash/) },
    });
    expect(existsSync(copy)).toBe(false);
    await without.stop();
    for (const name of ['airlock', 'worktrees']) {
      rmSync(folder.join('data', name), { recursive: true, force: true });
      renameSync(folder.join(name), folder.join('data', name));
    }
    expect(await pendingOf(await launch(), id)).toBe(1);
  });
});

describe('deleting a session', () => {
  it('can be undone: transcript, changes, ignored files, and git in the copy', async () => {
    const { test, id, copy, repository } = await start();
    mkdirSync(join(copy, 'out'));
    writeFileSync(join(copy, 'out', 'built.bin'), 'x'.repeat(1000));
    writeFileSync(join(copy, 'committed.txt'), 'new\n');
    const git = (...args: string[]) => repository.git('-C', copy, ...args);
    await git('add', 'committed.txt');
    await git('commit', '--quiet', '-m', 'Only here');
    const head = await git('rev-parse', 'HEAD');
    mkdirSync(join(copy, 'nested'));
    await repository.git('-C', join(copy, 'nested'), 'init', '--quiet');
    writeFileSync(join(copy, 'nested', 'x.txt'), 'x');
    expect(unwrap(await test.changes.losses(id))).toMatchObject({
      pending: 2,
      notices: [{ path: 'nested/', reason: 'nested-repository' }],
      copy: {
        ignored: { files: 1, bytes: 1000, isPartial: false },
        commits: 1,
        staged: 0,
        hasOwnRepository: false,
      },
    });
    const files = treeOf(copy);
    const { host, trash } = test.engine;
    const item = unwrap(await host.delete(id));
    expect(host.list()).toEqual([]);
    expect(existsSync(copy)).toBe(false);
    await repository.git('-c', 'gc.worktreePruneExpire=now', 'gc', '--prune=now', '--quiet');
    unwrap(await host.restore(item));
    expect(host.list()).toMatchObject([{ id }]);
    expect(treeOf(copy)).toEqual(files);
    expect(await git('rev-parse', 'HEAD')).toBe(head);
    expect(await git('show', '--stat', 'HEAD')).toContain('committed.txt');
    expect(await pendingOf(test, id)).toBe(2);
    expect(unwrap(await host.search('Hi')).hits).not.toEqual([]);
    unwrap(await host.delete(id));
    unwrap(await trash.empty());
    await trash.drain();
    expect(await repository.git('worktree', 'list')).not.toContain(id);
    expect(await repository.git('for-each-ref', 'refs/airlock')).toBe('');
  });

  it('works while others use the session', async () => {
    const { test, id, folder, repository } = await start();
    const { changes } = test;
    const { host } = test.engine;
    const more = await test.create('scripted', repository.path, 'Hi', 'isolated');
    for (const session of [id, more.id]) {
      const asking = () => [
        host.open(session),
        host.findFiles(session, 'a'),
        changes.list(session),
        changes.size(session),
        changes.losses(session),
        host.search('Hi'),
      ];
      const before = asking();
      const deleting = [host.delete(session), host.delete(session)];
      const during = asking();
      const [first, second] = await Promise.all(deleting);
      expect(first).toMatchObject({ ok: true });
      expect(second).toEqual(first);
      await Promise.all([...before, ...during]);
      expect(await host.open(session)).toMatchObject({ error: { code: 'not-found' } });
    }
    expect(host.list()).toEqual([]);
    for (const place of ['sessions', 'airlock', 'worktrees']) {
      expect(readdirSync(folder.join('data', place))).toEqual([]);
    }
  });

  it('waits for whoever uses the session, and lets nobody open it meanwhile', async () => {
    const folder = testFolder();
    const agents = { scripted: scriptedAgent(folder, {}) };
    const workplaces = new DirectWorkplaces();
    const test = await TestEngine.start(folder.join('data'), agents, { workplaces });
    const { host, trash } = test.engine;
    const { id } = await test.create('scripted', folder.folder('project'));
    await host.close(id);
    const [asked, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const order: string[] = [];
    const reopen = workplaces.reopen.bind(workplaces);
    workplaces.reopen = async (...place) => {
      // By then it is written down that the session is to be deleted.
      await trash.drain();
      await new Promise(setImmediate);
      order.push('opened');
      return reopen(...place);
    };
    workplaces.settled = () => {
      order.push('let go');
      asked.resolve();
      return written.promise;
    };
    const using = [host.open(id), host.close(id)];
    const deleting = host.delete(id);
    await asked.promise;
    expect(order).toEqual(['opened', 'let go']);
    const opening = host.open(id);
    expect(existsSync(folder.join('data', 'sessions', id))).toBe(true);
    written.resolve();
    unwrap(await deleting);
    await Promise.all(using);
    expect(existsSync(folder.join('data', 'sessions', id))).toBe(false);
    expect(await opening).toMatchObject({ error: { code: 'not-found' } });
  });

  it('leaves a session that cannot be moved, also for whoever asked for it meanwhile', async () => {
    const folder = testFolder();
    const agents = { scripted: scriptedAgent(folder, {}) };
    const workplaces = new DirectWorkplaces();
    const test = await TestEngine.start(folder.join('data'), agents, { workplaces });
    const { host, trash } = test.engine;
    const { id } = await test.create('scripted', folder.folder('project'));
    let opening: Promise<unknown> | undefined;
    workplaces.settled = async () => {
      opening = host.open(id);
      for (const item of readdirSync(folder.join('data', 'trash'))) {
        rmSync(folder.join('data', 'trash', item), { recursive: true });
      }
    };
    expect(await host.delete(id)).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(await opening).toMatchObject({ ok: true });
    expect(host.list()).toMatchObject([{ id }]);
    expect(trash.list().entries).toEqual([]);
  });

  it('is finished at the next start once it was decided', async () => {
    const { test, launch, id, folder } = await start();
    const facts = { reason: 'deleted', title: 'Hi', project: null } as const;
    const item = unwrap(await test.engine.trash.begin(id, facts));
    await test.stop();
    const again = await launch();
    expect(again.engine.host.list()).toEqual([]);
    expect(again.engine.trash.list().entries).toMatchObject([{ id: item }]);
    expect(readdirSync(folder.join('data', 'worktrees'))).toEqual([]);
    unwrap(await again.engine.host.restore(item));
    expect(await pendingOf(again, id)).toBe(1);
  });

  it('works for a session that cannot be read', async () => {
    const { test, launch, id, log } = await start();
    await test.stop();
    writeFileSync(log, '');
    const again = await launch();
    const item = unwrap(await again.engine.host.delete(id));
    expect(await again.engine.host.unreadable()).toEqual([]);
    unwrap(await again.engine.host.restore(item));
    expect(await again.engine.host.unreadable()).toMatchObject([{ id }]);
  });
});

describe('a session with a newer record', () => {
  it('is read-only', async () => {
    const { test, launch, id, folder, copy } = await start();
    await test.stop();
    const record = folder.join('data', 'airlock', id, 'airlock.json');
    folder.write(
      `data/airlock/${id}/airlock.json`,
      folder.read(`data/airlock/${id}/airlock.json`).replace('"v": 1', '"v": 3'),
    );
    const before = [treeOf(copy), folder.read(`data/airlock/${id}/airlock.json`)];
    const again = await launch();
    const session = await again.open(id);
    expect(session.state.order.length).toBeGreaterThan(0);
    const hosted = unwrap(await again.engine.host.open(id));
    expect(hosted.condition.storage).toMatchObject([{ kind: 'read-only' }]);
    expect(hosted.condition.storage[0]?.advice).toContain('newer version');
    expect(
      await session.try({ type: 'prompt.send', content: [{ type: 'text', text: 'Go on' }] }),
    ).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(await again.changes.list(id)).toMatchObject({ ok: false });
    await again.stop();
    expect(existsSync(record)).toBe(true);
    expect([treeOf(copy), folder.read(`data/airlock/${id}/airlock.json`)]).toEqual(before);
  });
});
