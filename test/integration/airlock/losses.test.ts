import { execFileSync } from 'node:child_process';
import { appendFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AirlockHarness, newSessionId, startSession, value } from '#test/support/airlockHarness';
import { put } from '#test/support/guardedSession';
import { startInPlace, turn } from '#test/support/inPlaceSession';

describe('the losses of deleting a copy', () => {
  async function start() {
    const { repository, session, ...rest } = await startSession();
    const git = (...args: string[]) => repository.git('-C', session.cwd, ...args);
    const write = (name: string, text = 'text\n') => writeFileSync(join(session.cwd, name), text);
    const losses = async () => value(await session.changes.losses()).copy;
    return { repository, session, git, write, losses, ...rest };
  }

  it('count commits on branches, abandoned ones, and content that is only staged', async () => {
    const { session, git, write, losses } = await start();
    expect(await losses()).toMatchObject({ commits: 0, staged: 0, hasOwnRepository: false });
    write('committed.txt');
    await git('add', '.');
    await git('commit', '--quiet', '-m', 'Only here');
    await git('checkout', '--quiet', '--detach', 'HEAD~1');
    for (const name of ['staged.txt', 'kept.txt']) {
      write(name);
      await git('add', name);
    }
    rmSync(join(session.cwd, 'staged.txt'));
    expect(await losses()).toMatchObject({ commits: 1, staged: 1 });
    await git('checkout', '--quiet', '-b', 'other');
    await git('commit', '--quiet', '-m', 'On a branch');
    await git('pack-refs', '--all');
    expect(await losses()).toMatchObject({ commits: 2, staged: 0 });
  });

  it('count what was stashed, and nothing that was fetched', async () => {
    const { repository, git, write, losses } = await start();
    await repository.git('commit', '--quiet', '--allow-empty', '-m', 'Since then');
    await git('fetch', '--quiet', repository.path, 'main:refs/remotes/origin/main');
    expect(await losses()).toMatchObject({ commits: 0 });
    await git('merge', '--quiet', '--ff-only', 'origin/main');
    expect(await losses()).toMatchObject({ commits: 0 });
    write('a.txt');
    await git('stash');
    expect((await losses())?.commits).toBeGreaterThan(0);
  });

  it('do not count what the user had staged', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    repository.write('a.txt', 'staged\n');
    await repository.git('add', 'a.txt');
    repository.write('a.txt', 'changed again\n');
    const session = await harness.open(repository.path);
    expect(value(await session.changes.losses()).copy).toMatchObject({ commits: 0, staged: 0 });
  });

  it('are looked for on the disk', async () => {
    const { session, write } = await start();
    write('never-listed.txt');
    expect(value(await session.changes.losses()).pending).toBe(1);
  });

  it('name a repository that the agent made of a plain folder', async () => {
    const harness = new AirlockHarness();
    const folder = harness.folder.join('plain');
    put(folder, { 'a.txt': 'a\n' });
    const session = await harness.open(folder);
    const losses = async () => value(await session.changes.losses()).copy;
    expect(await losses()).toMatchObject({ hasOwnRepository: false });
    execFileSync('git', ['init', '--quiet'], { cwd: session.cwd });
    expect(await losses()).toMatchObject({ hasOwnRepository: true });
  });

  it.runIf(process.platform !== 'win32')(
    'count ignored files, and say that there are more where not all can be counted',
    async () => {
      const { session, write, losses } = await start();
      write('.gitignore', 'build/\nlogs/\n');
      put(session.cwd, { 'build/a.js': 'abc', 'build/b.js': 'de', 'logs/c.txt': 'f' });
      expect(await losses()).toMatchObject({ ignored: { files: 3, bytes: 6, isPartial: false } });
      // Deeper than a path may be long.
      const name = 'deeper'.repeat(40);
      const deeper = `for i in $(seq 20); do mkdir ${name}; cd -P ${name}; done; echo x > file`;
      execFileSync('/bin/sh', ['-c', deeper], { cwd: join(session.cwd, 'build') });
      expect(await losses()).toMatchObject({ ignored: { files: 3, isPartial: true } });
    },
  );

  it.runIf(process.platform !== 'win32')(
    'are told whatever an agent puts in place of its git files',
    async () => {
      const { session, git, write, losses } = await start();
      write('committed.txt');
      await git('add', '.');
      await git('commit', '--quiet', '-m', 'Only here');
      const own = join(session.cwd, '.git');
      for (const name of ['packed-refs', 'logs/HEAD', 'index', 'refs/heads/pipe']) {
        rmSync(join(own, name), { force: true });
        execFileSync('mkfifo', [join(own, name)]);
      }
      writeFileSync(join(own, 'refs/heads/odd'), '--all\n');
      symlinkSync('/dev/zero', join(own, 'refs/heads/endless'));
      writeFileSync(join(own, 'config'), '[core\n');
      expect(await losses()).toMatchObject({ commits: 1, staged: 0 });
      rmSync(own, { recursive: true });
      symlinkSync('/', own);
      expect(await losses()).toMatchObject({ commits: 0, staged: 0 });
    },
  );
});

it('the losses name what is missing when a session’s object store is gone', async () => {
  const harness = new AirlockHarness();
  const repository = await harness.repository();
  const sessionId = newSessionId();
  const session = await harness.open(repository.path, { sessionId });
  await session.close();
  const store = harness.folder.join('data', sessionId, 'shadow.git');
  renameSync(store, `${store}.away`);
  const opened = await harness.tryOpen(repository.path, { sessionId });
  expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
  if (!opened.ok) expect(opened.error.message).toContain(store);
});

it('the user’s versions of what changed outside the review are lost with the session', async () => {
  const { repository, session } = await startInPlace({ 'a.txt': 'a\n' });
  await turn(session, () => {
    appendFileSync(repository.join('.git/config'), '[core]\n\thooksPath = evil\n');
  });
  expect(value(await session.changes.losses())).toMatchObject({
    guarded: [{ place: 'repository', path: 'config' }],
  });
  const ids = session.changes.guarded.changes.map(({ id }) => id);
  value(await session.changes.settleGuarded(ids, 'restore'));
  expect(value(await session.changes.losses())).toMatchObject({ guarded: [] });
});
