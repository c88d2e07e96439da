import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AirlockHarness,
  newSessionId,
  openChanges,
  prepareSession,
  treeOf,
  value,
} from '#test/support/airlockHarness';

function start() {
  return prepareSession({ 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n' });
}

describe('removing sessions', () => {
  it('removes all of one session, and nothing of another', async () => {
    const { harness, repository, sessionId, open } = await start();
    const before = await repository.fingerprint();
    const session = await open();
    const other = newSessionId();
    const kept = await harness.open(repository.path, { sessionId: other });
    expect(value(await harness.airlock.size(sessionId))).toBeGreaterThan(10);
    await session.close();
    value(await harness.airlock.remove(sessionId));
    expect(existsSync(session.cwd)).toBe(false);
    expect(existsSync(harness.folder.join('data', sessionId))).toBe(false);
    expect(await repository.git('for-each-ref', 'refs/airlock')).toBe('');
    expect(existsSync(kept.cwd)).toBe(true);
    await kept.close();
    value(await harness.airlock.remove(other));
    expect(await repository.fingerprint()).toEqual(before);
    value(await harness.airlock.remove(other));
  });

  it('names what belongs to no session, touches nothing, and leaves foreign files alone', async () => {
    const { harness, repository, sessionId, open } = await start();
    const session = await open();
    await session.close();
    const lost = newSessionId();
    const orphan = await harness.open(repository.path, { sessionId: lost });
    await orphan.close();
    const unreadable = newSessionId();
    mkdirSync(harness.folder.join('data', unreadable));
    mkdirSync(harness.folder.join('worktrees', 'somebody'));
    writeFileSync(harness.folder.join('data', 'note.txt'), 'x');
    const report = await harness.airlock.startup.reconcile([sessionId, unreadable, 'other']);
    expect(report).toEqual({
      orphans: [lost],
      unreadable: [unreadable],
      missing: [],
      unregistered: [],
      foreign: [
        harness.folder.join('data', 'note.txt'),
        harness.folder.join('worktrees', 'somebody'),
      ],
    });
    expect(existsSync(orphan.cwd)).toBe(true);
    expect(existsSync(session.cwd)).toBe(true);
  });

  it('names a session whose copy no longer has its git folder', async () => {
    const { harness, sessionId, open } = await start();
    const session = await open();
    await session.close();
    expect(await harness.airlock.startup.reconcile([sessionId])).toMatchObject({
      unregistered: [],
      missing: [],
    });
    rmSync(join(session.cwd, '.git'), { recursive: true });
    expect(await harness.airlock.startup.reconcile([sessionId])).toMatchObject({
      unregistered: [sessionId],
    });
    value(await harness.airlock.remove(sessionId));
    expect(existsSync(session.cwd)).toBe(false);
  });

  it('cleans up when the project is gone, and after a start that failed half-way', async () => {
    const { harness, repository, sessionId, open } = await start();
    const session = await open();
    await session.close();
    const record = harness.folder.join('data', sessionId, 'airlock.json');
    const half = JSON.parse(readFileSync(record, 'utf8'));
    writeFileSync(record, JSON.stringify({ ...half, baseTree: null }));
    // It is made last, so that a start that fails has none.
    rmSync(harness.folder.join('data', sessionId, 'ledger.ndjson'));
    const again = await open();
    expect(treeOf(again.cwd)).toEqual(treeOf(repository.path));
    await again.close();
    rmSync(repository.path, { recursive: true });
    expect(await harness.airlock.startup.reconcile([])).toMatchObject({ orphans: [sessionId] });
    value(await harness.airlock.remove(sessionId));
    expect(existsSync(again.cwd)).toBe(false);
  });

  it('leaves nothing behind when a session cannot be set up', async () => {
    const { harness, repository } = await start();
    const before = await repository.fingerprint();
    appendFileSync(repository.join('.git', 'index'), 'damage');
    truncateSync(repository.join('.git', 'index'), 40);
    const opened = await harness.tryOpen(repository.path);
    expect(opened).toMatchObject({ ok: false });
    expect(await repository.git('for-each-ref', 'refs/airlock')).toBe('');
    expect(await repository.git('worktree', 'list', '--porcelain')).toBe(before.worktrees);
    const left = await harness.airlock.startup.reconcile([]);
    expect(left).toEqual({
      orphans: [],
      unreadable: [],
      missing: [],
      unregistered: [],
      foreign: [],
    });
  });

  it('reports that git is missing', async () => {
    const { harness, repository } = await start();
    const { Airlock } = await import('#main/airlock/airlock');
    const { MemoryLogger } = await import('#test/support/memoryLogger');
    const { createIdSource } = await import('#shared/ids');
    const airlock = new Airlock({
      data: harness.folder.join('data'),
      worktrees: harness.folder.join('worktrees'),
      ids: createIdSource(() => 'x'),
      logger: new MemoryLogger(),
      git: 'no-such-git',
    });
    const opened = await airlock.openSession({
      sessionId: newSessionId(),
      project: repository.path,
      isolation: 'isolated',
    });
    expect(opened).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  });
});

describe('a git command of a killed run', () => {
  it('is waited for, and its lock removed once it has ended', async ({ skip }) => {
    if (process.platform !== 'linux') skip();
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    await session.close();
    const shadow = harness.folder.join('data', sessionId, 'shadow.git');
    const lock = join(shadow, 'work.index.lock');
    writeFileSync(lock, '');
    // It reads until its input ends, as one does that is slow to come up.
    const orphan = spawn('git', ['hash-object', '--stdin'], {
      cwd: repository.path,
      env: { ...process.env, GIT_DIR: shadow },
    });
    await once(orphan, 'spawn');
    let isOpen = false;
    const opening = harness.open(repository.path, { sessionId }).then((opened) => {
      isOpen = true;
      return opened;
    });
    await repository.git('status');
    expect(isOpen).toBe(false);
    expect(existsSync(lock)).toBe(true);
    orphan.stdin.end();
    const again = await opening;
    expect(existsSync(lock)).toBe(false);
    writeFileSync(join(again.cwd, 'a.txt'), 'agent\n');
    value(await again.scan());
    expect(openChanges(again)).toHaveLength(1);
  });
});
