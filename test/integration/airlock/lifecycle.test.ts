import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  newTurnId,
  openChange,
  openChanges,
  treeOf,
  value,
  verdictOn,
} from '#test/support/airlockHarness';

async function start() {
  const harness = new AirlockHarness();
  const repository = await harness.repository({ 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n' });
  const sessionId = newSessionId();
  const reopen = () => harness.open(repository.path, { sessionId });
  return { harness, repository, sessionId, reopen };
}

describe('a session that is opened again', () => {
  it('is where it was', async () => {
    const { repository, reopen } = await start();
    const first = await reopen();
    const turn = newTurnId();
    value(await first.checkpoint(turn));
    writeFileSync(join(first.cwd, 'a.txt'), 'one\n2\n3\n4\nfive\n');
    value(await first.scan());
    const [report] = await first.decide([verdictOn(openChange(first, 'a.txt'), 'accept', [0])]);
    const changes = first.changes;
    await first.close();
    const second = await reopen();
    expect(second.cwd).toBe(first.cwd);
    expect(second.changes).toEqual(changes);
    expect(second.recovered).toEqual([]);
    expect(value(await second.scan()).isNews).toBe(false);
    if (!report?.ok) throw new Error('No report.');
    value(await second.undo(report.value.decisionId));
    expect(repository.read('a.txt')).toBe('1\n2\n3\n4\n5\n');
    value(await second.rewind(turn));
    expect(treeOf(second.cwd)).toEqual(treeOf(repository.path));
  });

  it('gets its tree back if somebody deleted it', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const first = await reopen();
    writeFileSync(join(first.cwd, 'a.txt'), 'agent\n');
    writeFileSync(join(first.cwd, 'new.txt'), 'new\n');
    value(await first.scan());
    const files = treeOf(first.cwd);
    await first.close();
    rmSync(first.cwd, { recursive: true });
    const report = await harness.airlock.reconcile([sessionId]);
    expect(report).toMatchObject({ missing: [sessionId], orphans: [] });
    const second = await reopen();
    expect(treeOf(second.cwd)).toEqual(files);
    expect(value(await second.scan()).isNews).toBe(false);
    await decideAll(second, 'accept');
    expect(repository.read('a.txt')).toBe('agent\n');
  });

  it('can be read after its ledger was torn at any byte, and has lost only what it was writing', async () => {
    const { harness, sessionId, reopen } = await start();
    const first = await reopen();
    for (const text of ['x\n', 'y\n']) {
      writeFileSync(join(first.cwd, 'b.txt'), text);
      value(await first.scan());
    }
    await first.close();
    const ledger = harness.folder.join('data', sessionId, 'ledger.ndjson');
    const whole = readFileSync(ledger);
    const last = whole.lastIndexOf(10, whole.length - 2) + 1;
    for (let length = last; length < whole.length; length += 7) {
      writeFileSync(ledger, whole.subarray(0, length));
      const session = await reopen();
      value(await session.scan());
      expect(openChange(session, 'b.txt').change.kind).toBe('modify');
      expect(
        value(await session.texts(openChange(session, 'b.txt').change.changeId)).proposed,
      ).toBe('y\n');
      await session.close();
    }
    writeFileSync(ledger, Buffer.concat([Buffer.from('not json\n'), whole]));
    const session = await reopen();
    expect(openChanges(session)).toHaveLength(1);
    expect(session.damage).toContain('1 line');
  });

  it('finishes a decision that it was stopped at, or flags it', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const first = await reopen();
    writeFileSync(join(first.cwd, 'a.txt'), 'one\n2\n3\n4\n5\n');
    writeFileSync(join(first.cwd, 'b.txt'), 'B\n');
    value(await first.scan());
    await decideAll(first, 'accept');
    await first.close();
    const ledger = harness.folder.join('data', sessionId, 'ledger.ndjson');
    const lines = readFileSync(ledger, 'utf8').split('\n');
    const isOutcome = (line: string) =>
      line.includes('decision.settled') || line.includes('base.moved');
    writeFileSync(ledger, lines.filter((line) => !isOutcome(line)).join('\n'));
    // As if the program had been killed before it wrote either, and the user had gone on with one.
    repository.write('a.txt', '1\n2\n3\n4\n5\n');
    repository.write('b.txt', 'mine\n');
    const second = await reopen();
    expect(second.recovered.map(({ path, result }) => `${path} ${result}`).sort()).toEqual([
      'a.txt finished',
      'b.txt flagged',
    ]);
    expect(repository.read('a.txt')).toBe('one\n2\n3\n4\n5\n');
    expect(repository.read('b.txt')).toBe('mine\n');
    expect(openChange(second, 'b.txt').hunks).toMatchObject([
      { outcome: { state: 'pending', interrupted: true } },
    ]);
    await second.close();
    const third = await reopen();
    expect(third.recovered).toEqual([]);
    expect(openChanges(third).map(({ change }) => change.path)).toEqual(['b.txt']);
  });
});

describe('a record that cannot be used', () => {
  const records: readonly (readonly [string, (whole: string) => string, RegExp])[] = [
    ['is empty', () => '', /empty/],
    ['is cut in half', (whole) => whole.slice(0, whole.length / 2), /damaged/],
    ['is garbage', () => '\u0000\u0001 garbage', /damaged/],
    ['is newer', (whole) => whole.replace('"v": 1', '"v": 2'), /newer version/],
    ['is another session’s', (whole) => whole.replace(/ses_\w+/, 'ses_somebodyelse'), /another/],
    [
      'says that it was never finished',
      (whole) => whole.replace(/"baseTree": .*/, '"baseTree": null'),
      /damaged/,
    ],
  ];
  it.each(records)('%s: nothing is touched, and it is said', async (_, damage, words) => {
    const { harness, sessionId, reopen } = await start();
    const first = await reopen();
    writeFileSync(join(first.cwd, 'a.txt'), 'agent\n');
    value(await first.scan());
    await first.close();
    const record = harness.folder.join('data', sessionId, 'airlock.json');
    const whole = readFileSync(record, 'utf8');
    writeFileSync(record, damage(whole));
    const before = [treeOf(first.cwd), treeOf(harness.folder.join('data', sessionId))];
    const opened = await harness.tryOpen(harness.folder.join('project'), { sessionId });
    expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(opened.ok ? '' : opened.error.message).toMatch(words);
    expect([treeOf(first.cwd), treeOf(harness.folder.join('data', sessionId))]).toEqual(before);
    writeFileSync(record, whole);
    const again = await reopen();
    expect(openChanges(again)).toHaveLength(1);
  });

  it('is missing: no new copy is made in the place of the one that is there', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const first = await reopen();
    writeFileSync(join(first.cwd, 'a.txt'), 'agent\n');
    await first.close();
    const record = harness.folder.join('data', sessionId, 'airlock.json');
    const whole = readFileSync(record, 'utf8');
    rmSync(record);
    const opened = await harness.tryOpen(repository.path, { sessionId });
    expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
    writeFileSync(record, whole);
    expect(readFileSync(join((await reopen()).cwd, 'a.txt'), 'utf8')).toBe('agent\n');
  });
});

describe('a ledger that cannot be used', () => {
  it('was written by a newer version: it is left alone', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const first = await reopen();
    writeFileSync(join(first.cwd, 'b.txt'), 'x\n');
    value(await first.scan());
    await first.close();
    const ledger = harness.folder.join('data', sessionId, 'ledger.ndjson');
    const newer = `${readFileSync(ledger, 'utf8')}{"v":99,"type":"change.blessed"}\n{"v":99,"ty`;
    writeFileSync(ledger, newer);
    const opened = await harness.tryOpen(repository.path, { sessionId });
    expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(opened.ok ? '' : opened.error.message).toMatch(/newer version/);
    expect(readFileSync(ledger, 'utf8')).toBe(newer);
  });

  it('lost its end: what is cut off is kept beside it', async () => {
    const { harness, sessionId, reopen } = await start();
    const first = await reopen();
    writeFileSync(join(first.cwd, 'b.txt'), 'x\n');
    value(await first.scan());
    await first.close();
    const ledger = harness.folder.join('data', sessionId, 'ledger.ndjson');
    appendFileSync(ledger, '{"v":1,"half');
    await (await reopen()).close();
    expect(readFileSync(`${ledger}.torn`, 'utf8')).toBe('{"v":1,"half\n');
  });

  it('was emptied: the session says so', async () => {
    const { harness, sessionId, reopen } = await start();
    const first = await reopen();
    value(await first.checkpoint(newTurnId()));
    expect(first.damage).toBe(null);
    await first.close();
    truncateSync(harness.folder.join('data', sessionId, 'ledger.ndjson'), 0);
    expect((await reopen()).damage).toMatch(/empty/);
  });
});

describe('taking sessions away', () => {
  it('removes all of one session, and nothing of another', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const before = await repository.fingerprint();
    const session = await reopen();
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

  it('names what belongs to no session, touches nothing, and leaves strangers alone', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const session = await reopen();
    await session.close();
    const lost = newSessionId();
    const orphan = await harness.open(repository.path, { sessionId: lost });
    await orphan.close();
    const unreadable = newSessionId();
    mkdirSync(harness.folder.join('data', unreadable));
    mkdirSync(harness.folder.join('worktrees', 'somebody'));
    writeFileSync(harness.folder.join('data', 'note.txt'), 'x');
    const report = await harness.airlock.reconcile([sessionId, unreadable, 'other']);
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

  it('keeps a tree that was moved away among the trees of its repository', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const session = await reopen();
    await session.close();
    const place = {
      sessionId,
      folder: harness.folder.join('data', sessionId),
      workRoot: harness.folder.join(`trash-${sessionId}`),
    };
    renameSync(session.cwd, place.workRoot);
    await harness.airlock.follow(place);
    await repository.git('-c', 'gc.worktreePruneExpire=now', 'gc', '--prune=now', '--quiet');
    expect(await repository.git('worktree', 'list')).toContain(place.workRoot);
    renameSync(place.workRoot, session.cwd);
    await harness.airlock.follow({ ...place, workRoot: session.cwd });
    expect(await repository.git('-C', session.cwd, 'status', '--porcelain')).toBe('');
    renameSync(session.cwd, place.workRoot);
    await harness.airlock.follow(place);
    await harness.airlock.forget(place);
    expect(await repository.git('worktree', 'list')).not.toContain(sessionId);
  });

  it('does not let a tree take the place of another one', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const session = await reopen();
    await session.close();
    const users = harness.folder.join('users-own');
    await repository.git('worktree', 'add', '--quiet', '-b', 'users', users);
    writeFileSync(join(session.cwd, '.git'), readFileSync(join(users, '.git')));
    expect(await harness.airlock.reconcile([sessionId])).toMatchObject({
      unregistered: [sessionId],
    });
    expect(await repository.git('worktree', 'list')).toContain(users);
  });

  it('asks git which trees there are', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const session = await reopen();
    await session.close();
    const moved = harness.folder.join('moved');
    renameSync(repository.path, moved);
    renameSync(moved, repository.path);
    expect(await harness.airlock.reconcile([sessionId])).toMatchObject({
      unregistered: [],
      missing: [],
    });
    rmSync(repository.join('.git', 'worktrees', sessionId), { recursive: true });
    expect(await harness.airlock.reconcile([sessionId])).toMatchObject({
      unregistered: [sessionId],
    });
    expect(existsSync(session.cwd)).toBe(true);
    value(await harness.airlock.remove(sessionId));
    expect(existsSync(session.cwd)).toBe(false);
  });

  it('clears up when the project is gone, and after a start that failed half-way', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const session = await reopen();
    await session.close();
    const record = harness.folder.join('data', sessionId, 'airlock.json');
    const half = JSON.parse(readFileSync(record, 'utf8'));
    writeFileSync(record, JSON.stringify({ ...half, baseTree: null }));
    // It is made last, so that a start that fails has none.
    rmSync(harness.folder.join('data', sessionId, 'ledger.ndjson'));
    const again = await reopen();
    expect(treeOf(again.cwd)).toEqual(treeOf(repository.path));
    await again.close();
    rmSync(repository.path, { recursive: true });
    expect(await harness.airlock.reconcile([])).toMatchObject({ orphans: [sessionId] });
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
    const left = await harness.airlock.reconcile([]);
    expect(left).toEqual({
      orphans: [],
      unreadable: [],
      missing: [],
      unregistered: [],
      foreign: [],
    });
  });

  it('says so when there is no git', async () => {
    const { harness, repository } = await start();
    const { Airlock } = await import('#main/airlock/airlock');
    const { MemoryLogger } = await import('#main/base/memoryLogger');
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

describe('a git command of a run that was killed', () => {
  it('is waited for, and its lock taken away once it is gone', async ({ skip }) => {
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
