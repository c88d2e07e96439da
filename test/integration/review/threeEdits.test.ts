import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';

const FILES = { 'src/one.txt': 'one\n', 'src/two.txt': 'two\n', 'README.md': '# Project\n' };

async function start() {
  const folder = testFolder();
  const repository = await GitRepository.createWith(folder.join('project'), FILES);
  const agent = scriptedAgent(folder, 'threeEdits');
  const launch = () =>
    TestEngine.start(folder.join('data'), { scripted: agent }, { workplaces: undefined });
  return { folder, repository, agent, launch };
}

/** As soon as that many files have changes. */
async function changesOf(test: TestEngine, id: SessionId, count: number): Promise<ChangesSnapshot> {
  const { changes } = test;
  const list = async () => unwrap(await changes.list(id));
  for (;;) {
    const news = waitFor(changes.onDidChange, (changed) => changed === id, { what: 'a change' });
    news.catch(() => undefined);
    const snapshot = await list();
    if (snapshot.changes.length >= count) return snapshot;
    await news;
  }
}

describe('an isolated session', () => {
  it('shows what the agent did, in whichever way, before any of it is in the project', async () => {
    const { repository, launch } = await start();
    const before = await repository.fingerprint();
    const test = await launch();
    const session = await test.create('scripted', repository.path, 'Edit', 'isolated');
    await session.turnEnded();
    const { changes, isRepository, checkpoints } = await changesOf(test, session.id, 5);
    expect(changes.map(({ change }) => `${change.kind} ${change.path}`).sort()).toEqual([
      'create src/disk.txt',
      'create src/new.txt',
      'create src/shell.txt',
      'modify src/one.txt',
      'modify src/two.txt',
    ]);
    expect(isRepository).toBe(true);
    expect(checkpoints).toHaveLength(1);
    const one = changes.find(({ change }) => change.path === 'src/one.txt');
    expect(one?.change).toMatchObject({ toolCallId: 'edit-1' });
    expect(one?.change.turnId).not.toBeNull();
    expect(readFileSync(join(repository.path, 'src/one.txt'), 'utf8')).toBe('one\n');
    expect(existsSync(join(repository.path, 'src/new.txt'))).toBe(false);
    const { worktrees: _, refs: __, ...own } = await repository.fingerprint();
    expect(before).toMatchObject(own);
  });

  it('writes what is accepted, reverts what is rejected, and remembers it after a restart', async () => {
    const { repository, launch } = await start();
    let test = await launch();
    const session = await test.create('scripted', repository.path, 'Edit', 'isolated');
    await session.turnEnded();
    const cwd = session.state.head.cwd;
    const { changes } = await changesOf(test, session.id, 5);
    const [one, two] = ['src/one.txt', 'src/two.txt'].map((path) => {
      const view = changes.find(({ change }) => change.path === path);
      if (view === undefined) throw new Error(`No change of ${path}.`);
      return view;
    });
    if (!one || !two) throw new Error('Both are there.');
    const all = (view: typeof one, verdict: 'accept' | 'reject') => ({
      changeId: view.change.changeId,
      hunks: view.hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict })),
    });
    const report = unwrap(
      await test.changes.decide(session.id, [all(one, 'accept'), all(two, 'reject')]),
    );
    expect(report).toMatchObject({ conflicts: 0, problems: [] });
    expect(report.decisions).toHaveLength(2);
    expect(readFileSync(join(repository.path, 'src/one.txt'), 'utf8')).toBe(
      'one\nchanged by the agent\n',
    );
    expect(readFileSync(join(cwd, 'src/two.txt'), 'utf8')).toBe('two\n');
    await test.stop();

    test = await launch();
    const again = unwrap(await test.changes.list(session.id));
    const states = Object.fromEntries(
      again.changes.map(({ change, hunks }) => [change.path, hunks.map((h) => h.outcome.state)]),
    );
    expect(states).toEqual({
      'src/one.txt': ['accepted'],
      'src/two.txt': ['rejected'],
      'src/new.txt': ['pending'],
      'src/disk.txt': ['pending'],
      'src/shell.txt': ['pending'],
    });
    const undone = unwrap(await test.changes.undo(session.id, report.decisions));
    expect(undone.problems).toEqual([]);
    expect(readFileSync(join(repository.path, 'src/one.txt'), 'utf8')).toBe('one\n');
    expect(readFileSync(join(cwd, 'src/two.txt'), 'utf8')).toBe('two\nchanged by the agent\n');
  });
});
