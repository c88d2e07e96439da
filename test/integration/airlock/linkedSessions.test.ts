import { existsSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { put, scanned } from '#test/support/agentFiles';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  newTurnId,
  treeOf,
  value,
} from '#test/support/airlockHarness';
import { Canary } from '#test/support/canary';
import { asLinkedSession } from '#test/support/linkedSession';

/** A closed session as earlier versions made it. */
async function start() {
  const harness = new AirlockHarness();
  const repository = await harness.repository({ 'a.txt': '1\n2\n3\n', 'b.txt': 'b\n' });
  const sessionId = newSessionId();
  const reopen = () => harness.open(repository.path, { sessionId });
  const created = await reopen();
  await created.close();
  await asLinkedSession(harness, repository, sessionId);
  const cwd = harness.folder.join('worktrees', sessionId);
  return { harness, repository, sessionId, reopen, cwd };
}

describe('a session of an earlier version, in a worktree of the user’s repository', () => {
  it('is reviewed, accepted, rewound and reopened as before', async () => {
    const { repository, reopen, cwd } = await start();
    const session = await reopen();
    expect(session.cwd).toBe(cwd);
    expect(await scanned(session)).toEqual([]);
    const turnId = newTurnId();
    value(await session.checkpoint(turnId));
    put(session, 'a.txt', 'agent\n');
    await repository.git('-C', cwd, 'commit', '--quiet', '--all', '-m', 'Agent');
    expect(await scanned(session)).toEqual(['modify a.txt']);
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('agent\n');
    await session.drain();
    await repository.git('gc', '--quiet', '--prune=now');
    await session.close();
    const again = await reopen();
    put(again, 'b.txt', 'agent\n');
    expect(await scanned(again)).toEqual(['modify b.txt']);
    value(await again.changes.rewind(turnId));
    expect(treeOf(again.cwd)).toEqual({ 'a.txt': '644 agent\n', 'b.txt': '644 b\n' });
  });

  it('gets its worktree back if it was deleted', async () => {
    const { repository, reopen, cwd } = await start();
    const session = await reopen();
    put(session, 'a.txt', 'agent\n');
    await scanned(session);
    await session.close();
    rmSync(cwd, { recursive: true });
    const again = await reopen();
    expect(readFileSync(join(again.cwd, 'a.txt'), 'utf8')).toBe('agent\n');
    expect(await repository.git('worktree', 'list')).toContain(cwd);
  });

  it('stays in git’s list of worktrees when it is moved to the trash and back', async () => {
    const { harness, repository, sessionId, cwd } = await start();
    const place = {
      sessionId,
      folder: harness.folder.join('data', sessionId),
      workRoot: harness.folder.join(`trash-${sessionId}`),
    };
    renameSync(cwd, place.workRoot);
    await harness.airlock.trees.follow(place);
    await repository.git('-c', 'gc.worktreePruneExpire=now', 'gc', '--prune=now', '--quiet');
    expect(await repository.git('worktree', 'list')).toContain(place.workRoot);
    renameSync(place.workRoot, cwd);
    await harness.airlock.trees.follow({ ...place, workRoot: cwd });
    expect(await repository.git('-C', cwd, 'status', '--porcelain')).toBe('');
    renameSync(cwd, place.workRoot);
    await harness.airlock.trees.follow(place);
    await harness.airlock.trees.forget(place);
    expect(await repository.git('worktree', 'list')).not.toContain(sessionId);
  });

  it('does not let its copy replace another worktree', async () => {
    const { harness, repository, sessionId, cwd } = await start();
    const users = harness.folder.join('users-own');
    await repository.git('worktree', 'add', '--quiet', '-b', 'users', users);
    writeFileSync(join(cwd, '.git'), readFileSync(join(users, '.git')));
    expect(await harness.airlock.startup.reconcile([sessionId])).toMatchObject({
      unregistered: [sessionId],
    });
    expect(await repository.git('worktree', 'list')).toContain(users);
  });

  it('is named if its repository no longer knows it, and can be removed', async () => {
    const { harness, repository, sessionId, cwd } = await start();
    const moved = harness.folder.join('moved');
    renameSync(repository.path, moved);
    renameSync(moved, repository.path);
    expect(await harness.airlock.startup.reconcile([sessionId])).toMatchObject({
      unregistered: [],
      missing: [],
    });
    rmSync(repository.join('.git', 'worktrees', sessionId), { recursive: true });
    expect(await harness.airlock.startup.reconcile([sessionId])).toMatchObject({
      unregistered: [sessionId],
    });
    expect(existsSync(cwd)).toBe(true);
    value(await harness.airlock.remove(sessionId));
    expect(existsSync(cwd)).toBe(false);
  });

  it('leaves nothing in the user’s repository when it is removed', async () => {
    const { harness, repository, sessionId, cwd } = await start();
    await repository.git('update-ref', `refs/airlock/${sessionId}/base`, 'HEAD');
    value(await harness.airlock.remove(sessionId));
    expect(existsSync(cwd)).toBe(false);
    expect(await repository.git('worktree', 'list')).not.toContain(sessionId);
    expect(await repository.git('for-each-ref', 'refs/airlock')).toBe('');
  });

  it('counts abandoned commits, and content that is only staged, as losses', async () => {
    const { repository, reopen } = await start();
    const session = await reopen();
    const git = (...args: string[]) => repository.git('-C', session.cwd, ...args);
    const losses = async () => value(await session.changes.losses()).copy;
    expect(await losses()).toMatchObject({ commits: 0, staged: 0, hasOwnRepository: false });
    put(session, 'committed.txt', 'committed\n');
    await git('add', '.');
    await git('commit', '--quiet', '-m', 'Only here');
    await git('checkout', '--quiet', '--detach', 'HEAD~1');
    for (const name of ['staged.txt', 'kept.txt']) {
      put(session, name, 'staged\n');
      await git('add', name);
    }
    rmSync(join(session.cwd, 'staged.txt'));
    expect(await losses()).toMatchObject({ commits: 1, staged: 1 });
    await git('branch', 'kept', 'HEAD@{1}');
    expect(await losses()).toMatchObject({ commits: 0, staged: 1 });
  });

  it('runs no filter of the repository while losses are counted', async () => {
    const { harness, repository, sessionId, reopen } = await start();
    const session = await reopen();
    const canary = new Canary(harness.folder.folder('canary'));
    await repository.git('config', 'filter.evil.clean', canary.command('clean'));
    repository.write('.git/info/attributes', '*.txt filter=evil\n');
    // Git reads each file again that is not older than the index.
    utimesSync(repository.join('.git', 'worktrees', sessionId, 'index'), 1, 1);
    value(await session.changes.losses());
    expect(canary.sightings).toEqual([]);
    await repository.git('-C', session.cwd, 'diff-files');
    expect(canary.sightings).toEqual(['clean']);
  });
});
