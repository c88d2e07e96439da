import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AirlockHarness,
  newSessionId,
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
    expect(session.lookFault).toContain('is empty, and is not the one that it was');
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
});

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
