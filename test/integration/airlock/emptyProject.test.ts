import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AirlockHarness,
  newSessionId,
  openChange,
  openChanges,
  type startSession,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { shown, turn } from '#test/support/guardedSession';
import { startInPlace } from '#test/support/inPlaceSession';

// Shows I18 where the disk of a project is not there: its place is an empty folder.

type Session = Awaited<ReturnType<typeof startSession>>['session'];

function away(project: string): () => void {
  renameSync(project, `${project}.away`);
  mkdirSync(project);
  return () => {
    rmdirSync(project);
    renameSync(`${project}.away`, project);
  };
}

const paths = (session: Session) => openChanges(session).map(({ change }) => change.path);

describe('a project whose disk is not there', () => {
  it('in place, keeps the agent’s changes to be decided', async () => {
    const { session, repository, open } = await startInPlace({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    await turn(session, () => {
      writeFileSync(repository.join('a.txt'), 'one\nagent\n');
      writeFileSync(repository.join('new.txt'), 'agent\n');
    });
    const back = away(repository.path);
    expect(await session.scan()).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(session.lookFault).toContain('is empty, and is another folder than before');
    expect(paths(session)).toEqual(['a.txt', 'new.txt']);
    await session.close();
    const again = await open();
    expect((await again.scan()).ok).toBe(false);
    back();
    value(await again.scan());
    expect(paths(again)).toEqual(['a.txt', 'new.txt']);
  });

  it('isolated, gets nothing, and is not listed as deleted', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    const session = await harness.open(repository.path);
    let back: (() => void) | undefined;
    await turn(session, () => {
      writeFileSync(join(session.cwd, 'new.txt'), 'agent\n');
      rmSync(join(session.cwd, 'b.txt'));
      back = away(repository.path);
    });
    expect(shown(session)).toEqual([]);
    expect(session.changes.guarded.fault).toContain('is empty');
    const verdicts = openChanges(session).map((view) => verdictOn(view, 'accept'));
    for (const result of await session.changes.decide(verdicts)) {
      expect(result).toMatchObject({ ok: false, error: { code: 'not-found' } });
    }
    expect(readdirSync(repository.path)).toEqual([]);
    back?.();
    for (const result of await session.changes.decide(verdicts)) value(result);
    expect(readdirSync(repository.path).sort()).toEqual(['.git', 'a.txt', 'new.txt']);
  });

  it('gets what was begun before a kill when it is there again, and nothing before', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    await turn(session, () => {
      writeFileSync(join(session.cwd, 'new.txt'), 'agent\n');
      writeFileSync(join(session.cwd, 'open.txt'), 'agent\n');
      rmSync(join(session.cwd, 'b.txt'));
    });
    const open = openChange(session, 'open.txt');
    const decided = openChanges(session).filter((view) => view !== open);
    const verdicts = decided.map((view) => verdictOn(view, 'accept'));
    for (const result of await session.changes.decide(verdicts)) value(result);
    await session.close();
    forgetOutcomes(harness.folder.join('data', sessionId, 'ledger.ndjson'));
    rmSync(repository.join('new.txt'));
    repository.write('b.txt', 'b\n');
    const back = away(repository.path);
    const again = await harness.open(repository.path, { sessionId });
    expect(again.recovered).toEqual([]);
    value(await again.scan());
    expect(await again.changes.decide([verdictOn(open, 'reject')])).toMatchObject([{ ok: false }]);
    expect(readdirSync(repository.path)).toEqual([]);
    back();
    value(await again.scan());
    expect(readdirSync(repository.path).sort()).toEqual(['.git', 'a.txt', 'new.txt']);
    expect(paths(again)).toEqual(['open.txt']);
  });

  it('in place, gets no file back that the agent has deleted', async () => {
    const { session, repository } = await startInPlace({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    await turn(session, () => rmSync(repository.join('b.txt')));
    const verdicts = openChanges(session).map((view) => verdictOn(view, 'reject'));
    const back = away(repository.path);
    expect(await session.changes.decide(verdicts)).toMatchObject([
      { ok: false, error: { code: 'not-found' } },
    ]);
    expect(readdirSync(repository.path)).toEqual([]);
    back();
    for (const result of await session.changes.decide(verdicts)) value(result);
    expect(repository.read('b.txt')).toBe('b\n');
  });

  it('takes no work of the agent’s out by a refresh', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    const session = await harness.open(repository.path);
    await turn(session, () => writeFileSync(join(session.cwd, 'a.txt'), 'one\nagent\n'));
    away(repository.path);
    const fault = { ok: false, error: { message: expect.stringContaining('is empty') } };
    expect(await session.changes.refresh.standing(['a.txt'])).toMatchObject(fault);
    expect(await session.changes.refresh.run(['b.txt'])).toMatchObject(fault);
    expect(readdirSync(session.cwd).sort()).toEqual(['.git', 'a.txt', 'b.txt']);
    expect(await session.changes.composition.present('a.txt')).toMatchObject(fault);
  });

  it('gets no result of a conflict', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': 'one\n' });
    const session = await harness.open(repository.path);
    await turn(session, () => writeFileSync(join(session.cwd, 'a.txt'), 'agent\n'));
    repository.write('a.txt', 'user\n');
    const [view] = openChanges(session);
    if (!view) throw new Error('It is not listed.');
    await session.changes.decide([verdictOn(view, 'accept')]);
    away(repository.path);
    const resolved = await session.changes.resolve(view.change.changeId, '', 'both\n');
    expect(resolved).toMatchObject({ ok: false, error: { code: 'not-found' } });
    expect(readdirSync(repository.path)).toEqual([]);
  });
});

/** As if the program had been killed after each decision, before anything was done about it. */
function forgetOutcomes(ledger: string): void {
  const lines = readFileSync(ledger, 'utf8').split('\n');
  const isOutcome = (line: string) => /"type":"(decision\.settled|base\.moved)"/.test(line);
  writeFileSync(ledger, lines.filter((line) => !isOutcome(line)).join('\n'));
}

it('a folder that the agent has emptied in place can be restored', async () => {
  const harness = new AirlockHarness();
  const project = harness.folder.folder('plain');
  writeFileSync(join(project, 'a.txt'), 'mine\n');
  const sessionId = newSessionId();
  const session = await harness.open(project, { sessionId, isolation: 'in-place' });
  await turn(session, () => rmSync(join(project, 'a.txt')));
  expect(paths(session)).toEqual(['a.txt']);
  const [view] = openChanges(session);
  if (!view) throw new Error('It is not listed.');
  for (const result of await session.changes.decide([verdictOn(view, 'reject')])) value(result);
  expect(readdirSync(project)).toEqual(['a.txt']);
});
