import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  decideAll,
  newTurnId,
  openChange,
  openChanges,
  prepareSession,
  treeOf,
  undo,
  value,
  verdictOn,
} from '#test/support/airlockHarness';

function start() {
  return prepareSession({ 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n' });
}

describe('a reopened session', () => {
  it('is in its last state', async () => {
    const { repository, open } = await start();
    const first = await open();
    const turn = newTurnId();
    value(await first.checkpoint(turn));
    writeFileSync(join(first.cwd, 'a.txt'), 'one\n2\n3\n4\nfive\n');
    value(await first.scan());
    const [report] = await first.changes.decide([
      verdictOn(openChange(first, 'a.txt'), 'accept', [0]),
    ]);
    const changes = first.changes.all;
    await first.close();
    const second = await open();
    expect(second.cwd).toBe(first.cwd);
    expect(second.changes.all).toEqual(changes);
    expect(second.recovered).toEqual([]);
    expect(value(await second.scan()).isNews).toBe(false);
    if (!report?.ok) throw new Error('No report.');
    value(await undo(second, report.value.decisionId));
    expect(repository.read('a.txt')).toBe('1\n2\n3\n4\n5\n');
    value(await second.changes.rewind(turn));
    expect(treeOf(second.cwd)).toEqual(treeOf(repository.path));
  });

  it('gets its copy back if it was deleted', async () => {
    const { harness, repository, sessionId, open } = await start();
    const first = await open();
    writeFileSync(join(first.cwd, 'a.txt'), 'agent\n');
    writeFileSync(join(first.cwd, 'new.txt'), 'new\n');
    value(await first.scan());
    const files = treeOf(first.cwd);
    await first.close();
    rmSync(first.cwd, { recursive: true });
    const report = await harness.airlock.startup.reconcile([sessionId]);
    expect(report).toMatchObject({ missing: [sessionId], orphans: [] });
    const second = await open();
    expect(treeOf(second.cwd)).toEqual(files);
    expect(value(await second.scan()).isNews).toBe(false);
    await decideAll(second, 'accept');
    expect(repository.read('a.txt')).toBe('agent\n');
  });

  it('gets it back as a whole or not at all: half of it would look as if the agent had deleted the rest', async () => {
    const { harness, repository, open } = await start();
    for (let file = 0; file < 1_000; file++) repository.write(`many/${file}.txt`, `${file}\n`);
    const first = await open();
    const files = readdirSync(first.cwd, { recursive: true }).length;
    rmSync(first.cwd, { recursive: true });
    // What a restoration leaves that was stopped halfway.
    harness.folder.write(`worktrees/${first.cwd.split('/').at(-1)}.restoring/half.txt`, 'half\n');
    const restoring = first.restoreCopy();
    while (!existsSync(first.cwd)) await setImmediate();
    // By blocking calls: nothing can be added meanwhile by us.
    const seen = readdirSync(first.cwd, { recursive: true }).length;
    value(await restoring);
    expect(seen).toBe(files);
    expect(openChanges(first)).toEqual([]);
    expect(readdirSync(harness.folder.join('worktrees'))).toEqual([first.cwd.split('/').at(-1)]);
  });

  it('can be read after its ledger was cut at any byte, and has lost only the last entry', async () => {
    const { harness, sessionId, open } = await start();
    const first = await open();
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
      const session = await open();
      value(await session.scan());
      expect(openChange(session, 'b.txt').change.kind).toBe('modify');
      expect(
        value(await session.changes.texts(openChange(session, 'b.txt').change.changeId)).proposed,
      ).toBe('y\n');
      await session.close();
    }
    writeFileSync(ledger, Buffer.concat([Buffer.from('not json\n'), whole]));
    const session = await open();
    expect(openChanges(session)).toHaveLength(1);
    expect(session.damage).toContain('1 line');
  });

  it('finishes a decision at which it was stopped, or flags it', async () => {
    const { harness, repository, sessionId, open } = await start();
    const first = await open();
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
    const second = await open();
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
    const third = await open();
    expect(third.recovered).toEqual([]);
    expect(openChanges(third).map(({ change }) => change.path)).toEqual(['b.txt']);
  });
});

describe('a record that cannot be used', () => {
  const records: readonly (readonly [string, (whole: string) => string, RegExp])[] = [
    ['is empty', () => '', /empty/],
    ['is cut in half', (whole) => whole.slice(0, whole.length / 2), /damaged/],
    ['is garbage', () => '\u0000\u0001 garbage', /damaged/],
    ['is newer', (whole) => whole.replace('"v": 1', '"v": 3'), /newer version/],
    ['is another session’s', (whole) => whole.replace(/ses_\w+/, 'ses_somebodyelse'), /another/],
    [
      'is marked as unfinished',
      (whole) => JSON.stringify({ ...JSON.parse(whole), baseTree: null }),
      /copy is damaged/,
    ],
  ];
  it.each(records)('%s: nothing is touched, and it is reported', async (_, damage, words) => {
    const { harness, sessionId, open } = await start();
    const first = await open();
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
    const again = await open();
    expect(openChanges(again)).toHaveLength(1);
  });

  it('is missing: no new copy replaces the existing one', async () => {
    const { harness, repository, sessionId, open } = await start();
    const first = await open();
    writeFileSync(join(first.cwd, 'a.txt'), 'agent\n');
    await first.close();
    const record = harness.folder.join('data', sessionId, 'airlock.json');
    const whole = readFileSync(record, 'utf8');
    rmSync(record);
    const opened = await harness.tryOpen(repository.path, { sessionId });
    expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
    writeFileSync(record, whole);
    expect(readFileSync(join((await open()).cwd, 'a.txt'), 'utf8')).toBe('agent\n');
  });

  it('is missing with its folder: nothing is created over what is left of the copy', async () => {
    const { harness, repository, sessionId, open } = await start();
    const first = await open();
    writeFileSync(join(first.cwd, 'a.txt'), 'agent\n');
    await first.close();
    const folder = harness.folder.join('data', sessionId);
    renameSync(folder, `${folder}-away`);
    const before = treeOf(first.cwd);
    const opened = await harness.tryOpen(repository.path, { sessionId });
    expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(opened.ok ? '' : opened.error.message).toContain(first.cwd);
    expect(treeOf(first.cwd)).toEqual(before);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a ledger that cannot be used', () => {
  it('was written by a newer version: it is left alone', async () => {
    const { harness, repository, sessionId, open } = await start();
    const first = await open();
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

  it('lost its end: the incomplete part is kept beside it', async () => {
    const { harness, sessionId, open } = await start();
    const first = await open();
    writeFileSync(join(first.cwd, 'b.txt'), 'x\n');
    value(await first.scan());
    await first.close();
    const ledger = harness.folder.join('data', sessionId, 'ledger.ndjson');
    appendFileSync(ledger, '{"v":1,"half');
    await (await open()).close();
    expect(readFileSync(`${ledger}.torn`, 'utf8')).toBe('{"v":1,"half\n');
  });

  it('was emptied: the session reports it', async () => {
    const { harness, sessionId, open } = await start();
    const first = await open();
    value(await first.checkpoint(newTurnId()));
    expect(first.damage).toBe(null);
    await first.close();
    truncateSync(harness.folder.join('data', sessionId, 'ledger.ndjson'), 0);
    expect((await open()).damage).toMatch(/empty/);
  });
});
