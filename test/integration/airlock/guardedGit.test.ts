import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { RefValues } from '#main/airlock/guard/refValues';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  startSession,
  value,
} from '#test/support/airlockHarness';
import type { GitRepository } from '#test/support/gitRepository';
import { put, settle, shown, turn } from '#test/support/guardedSession';

const ignores = { '.gitignore': 'ignored/\n', 'a.txt': 'a\n' };

describe.each(['in-place', 'isolated'] as const)('the guard of git’s files, %s', (isolation) => {
  const start = (files: Readonly<Record<string, string>> = ignores) =>
    startSession(files, { isolation });
  const staged = async (repository: GitRepository, path: string) =>
    repository.git('cat-file', 'blob', `:${path}`);
  const stage = async (repository: GitRepository, path: string, text: string) => {
    const file = repository.join('.git/staged.tmp');
    writeFileSync(file, text);
    const id = await repository.git('hash-object', '-w', '--no-filters', file);
    rmSync(file);
    await repository.git('update-index', '--add', '--cacheinfo', `100644,${id},${path}`);
  };

  it('shows what was staged without the working tree, and restores it', async () => {
    const { repository, session } = await start({ ...ignores, 'b.txt': 'b\n', 'c.txt': 'c\n' });
    await stage(repository, 'b.txt', 'mine\n');
    await turn(session, async () => {
      await stage(repository, 'a.txt', 'evil\n');
      await stage(repository, 'b.txt', 'evil\n');
      await stage(repository, 'sub/new.txt', 'evil\n');
      await repository.git('rm', '--quiet', '--cached', 'c.txt');
    });
    expect(shown(session)).toEqual([
      'changed staged:b.txt',
      'created staged:a.txt',
      'created staged:c.txt',
      'created staged:sub/new.txt',
    ]);
    expect(value(await session.changes.guardedTexts('staged:b.txt'))).toEqual({
      before: 'mine\n',
      after: 'evil\n',
    });
    expect(value(await session.changes.guardedTexts('staged:a.txt')).before).toBe('a\n');
    await settle(session, 'restore');
    expect(shown(session)).toEqual([]);
    expect(await repository.git('diff', '--cached', '--name-only')).toBe('b.txt');
    expect(await staged(repository, 'b.txt')).toBe('mine');
    value(await session.changes.settleGuarded(['staged:a.txt', 'staged:sub/new.txt'], 'undo'));
    expect(shown(session)).toEqual(['created staged:a.txt', 'created staged:sub/new.txt']);
    expect(await staged(repository, 'sub/new.txt')).toBe('evil');
  });

  it('treats staged content that matches the file as ordinary work', async () => {
    const { repository, session } = await start();
    await turn(session, async () => {
      put(repository.path, { 'a.txt': 'added\r\n', 'new.txt': 'new\n' });
      await repository.git('-c', 'core.autocrlf=true', 'add', 'a.txt', 'new.txt');
    });
    expect(shown(session).filter((change) => !change.includes(' user:'))).toEqual([]);
  });

  it('shows files of git’s folder and of the project that the configuration names', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ ...ignores, '.gitignore': 'local/\n' });
    await repository.git('config', 'include.path', 'more.config');
    await repository.git('config', 'core.hooksPath', 'local/hooks');
    put(repository.path, {
      '.git/more.config': '[include]\n\tpath = deep/deeper.config\n',
      'local/hooks/pre-commit': 'mine\n',
    });
    const session = await harness.open(repository.path, { isolation });
    const place = isolation === 'in-place' ? 'work' : 'project';
    await turn(session, () =>
      put(repository.path, {
        '.git/more.config': '[core]\n\tfsmonitor = ./evil\n',
        '.git/deep/deeper.config': '[core]\n\tfsmonitor = ./evil\n',
        'local/hooks/pre-commit': 'evil\n',
        'local/hooks/pre-push': 'evil\n',
      }),
    );
    expect(shown(session)).toEqual(
      [
        'changed repository:more.config',
        `changed ${place}:local/hooks/pre-commit`,
        'created repository:deep/deeper.config',
        `created ${place}:local/hooks/pre-push`,
      ].sort(),
    );
    await settle(session, 'restore');
    expect(repository.read('local/hooks/pre-commit')).toBe('mine\n');
    expect(existsSync(repository.join('local/hooks/pre-push'))).toBe(false);
    expect(existsSync(repository.join('.git/deep/deeper.config'))).toBe(false);
  });

  it('does not show a user’s file as new because an agent’s configuration names it', async () => {
    const { repository, session } = await start();
    put(repository.path, { '.git/mine': 'mine\n' });
    await turn(session, () => repository.git('config', 'include.path', 'mine'));
    expect(shown(session)).toEqual(['changed repository:config']);
    await settle(session, 'restore');
    expect(repository.read('.git/mine')).toBe('mine\n');
  });

  it('does not move a branch back over a commit that was made after it was listed', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.git('commit', '--quiet', '--allow-empty', '-m', 'agent'));
    expect(shown(session)).toEqual(['changed ref:refs/heads/main']);
    await repository.git('commit', '--quiet', '--allow-empty', '-m', 'mine');
    const head = await repository.head();
    const restored = await session.changes.settleGuarded(['ref:refs/heads/main'], 'restore');
    expect(restored).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(await repository.head()).toBe(head);
  });

  it('does not move a branch back over a commit that is made while that begins', async () => {
    const { repository, session } = await start();
    const commit = (message: string) =>
      repository.git('commit', '--quiet', '--allow-empty', '-m', message);
    await turn(session, () => commit('agent'));
    const { restore } = RefValues.prototype;
    const restoring = vi
      .spyOn(RefValues.prototype, 'restore')
      .mockImplementationOnce(async function (this: RefValues, ...args) {
        await commit('mine');
        return restore.apply(this, args);
      });
    const ids = session.changes.guarded.changes.map(({ id }) => id);
    const settled = await session.changes.settleGuarded(ids, 'restore');
    restoring.mockRestore();
    expect(settled).toMatchObject({ ok: false, error: { message: expect.stringMatching(/ref/) } });
    expect(await repository.git('log', '-1', '--format=%s')).toBe('mine');
  });

  it('undoes a restore, until the next turn begins', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository(ignores);
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId, isolation });
    put(repository.path, { '.git/hooks/a': 'mine\n', '.git/hooks/c': 'mine\n' });
    await turn(session, async () => {
      put(repository.path, { '.git/hooks/a': 'agent\n', '.git/hooks/b': 'agent\n' });
      chmodSync(repository.join('.git/hooks/b'), 0o755);
      rmSync(repository.join('.git/hooks/c'));
      await repository.git('branch', 'more');
      await repository.git('update-index', '--skip-worktree', 'a.txt');
    });
    const found = shown(session);
    const ids = session.changes.guarded.changes.map(({ id }) => id);
    expect(ids).toHaveLength(5);
    await settle(session, 'restore');
    expect(shown(session)).toEqual([]);
    await session.close();
    const again = await harness.open(repository.path, { sessionId, isolation });
    expect(again.changes.guarded.restored.map(({ id }) => id).sort()).toEqual([...ids].sort());
    value(await again.changes.settleGuarded(ids, 'undo'));
    expect(again.changes.guarded.restored).toEqual([]);
    expect(shown(again)).toEqual(found);
    expect(repository.read('.git/hooks/a')).toBe('agent\n');
    expect(repository.read('.git/hooks/b')).toBe('agent\n');
    expect(statSync(repository.join('.git/hooks/b')).mode & 0o100).toBe(0o100);
    expect(existsSync(repository.join('.git/hooks/c'))).toBe(false);
    expect(await repository.git('branch', '--list', 'more')).toContain('more');
    expect(await repository.git('ls-files', '-v', 'a.txt')).toMatch(/^S /);
    await settle(again, 'restore');
    put(repository.path, { '.git/hooks/a': 'mine again\n' });
    expect((await again.changes.settleGuarded(['repository:hooks/a'], 'undo')).ok).toBe(false);
    expect(repository.read('.git/hooks/a')).toBe('mine again\n');
    await turn(again, () => undefined);
    expect((await again.changes.settleGuarded(['repository:hooks/b'], 'undo')).ok).toBe(false);
  });

  it.each(['', '{"v":1,"files":[', '{"v":9}'])(
    'reports that its records could not be read: %j',
    async (text) => {
      const harness = new AirlockHarness();
      const repository = await harness.repository(ignores);
      const sessionId = newSessionId();
      const session = await harness.open(repository.path, { sessionId, isolation });
      await turn(session, () => put(repository.path, { '.git/hooks/pre-commit': 'evil\n' }));
      await session.close();
      const data = harness.folder.join('data');
      const [found = ''] = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((path) =>
        path.endsWith('guarded.json'),
      );
      const manifest = join(data, found);
      writeFileSync(manifest, text);
      const again = await harness.open(repository.path, { sessionId, isolation });
      expect(again.changes.guarded.damage).toContain('guarded.json.unreadable');
      expect(existsSync(manifest)).toBe(false);
    },
  );
});

it('a branch that an agent has moved stays listed when accepted work is committed', async () => {
  const { repository, session } = await startSession(ignores);
  await repository.git('config', 'user.name', 'User');
  await repository.git('config', 'user.email', 'user@example.com');
  await repository.git('branch', 'other');
  await turn(session, async () => {
    put(session.cwd, { 'made.txt': 'made\n' });
    const id = await repository.git('commit-tree', '-m', 'evil', 'HEAD^{tree}');
    await repository.git('update-ref', 'refs/heads/other', id);
  });
  await decideAll(session, 'accept');
  value(await session.changes.commitAccepted('Accepted'));
  await turn(session, () => undefined);
  expect(shown(session)).toEqual(['changed ref:refs/heads/other']);
});

it('what an agent writes into the git folder of its own copy is said to be there', async () => {
  const { session } = await startSession(ignores);
  await turn(session, () => put(session.cwd, { '.git/hooks/pre-commit': 'evil\n' }));
  expect(session.changes.guarded.changes).toMatchObject([
    {
      id: 'work:.git/hooks/pre-commit',
      reason: 'It is in the agent’s copy, and git follows it when you use git there.',
    },
  ]);
});

describe('the guard of git’s files in place', () => {
  it('shows what stays staged when the change to the file is rejected', async () => {
    const { repository, session } = await startSession(ignores, { isolation: 'in-place' });
    await turn(session, async () => {
      put(repository.path, { 'a.txt': 'agent\n' });
      await repository.git('add', 'a.txt');
    });
    expect(shown(session)).toEqual([]);
    await turn(session, () => undefined);
    await decideAll(session, 'reject');
    value(await session.scan());
    expect(repository.read('a.txt')).toBe('a\n');
    expect(shown(session)).toEqual(['created staged:a.txt']);
    await settle(session, 'restore');
    expect(await repository.git('diff', '--cached', '--name-only')).toBe('');
  });

  it('shows hooks and configuration of repositories within the project', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository(ignores);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: repository.path });
    git('init', '--quiet', 'lib/old');
    put(repository.path, { 'lib/old/.git/hooks/pre-push': 'mine\n' });
    const session = await harness.open(repository.path, { isolation: 'in-place' });
    await turn(session, () => {
      git('init', '--quiet', 'lib/new');
      git('-C', 'lib/old', 'config', 'core.fsmonitor', './evil');
      put(repository.path, {
        'lib/old/.git/hooks/pre-push': 'evil\n',
        'lib/old/.git/hooks/pre-commit': 'evil\n',
        'lib/new/.git/hooks/pre-commit': 'evil\n',
      });
    });
    expect(shown(session)).toEqual([
      'changed work:lib/old/.git/config',
      'changed work:lib/old/.git/hooks/pre-push',
      'created work:lib/new/.git/hooks/pre-commit',
      'created work:lib/old/.git/hooks/pre-commit',
    ]);
    await settle(session, 'restore');
    expect(repository.read('lib/old/.git/hooks/pre-push')).toBe('mine\n');
  });

  it('shows where the .git file of a repository within the project leads now', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository(ignores);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: repository.path });
    git('init', '--quiet', '--separate-git-dir', harness.folder.join('apart.git'), 'lib');
    const before = repository.read('lib/.git');
    const session = await harness.open(repository.path, { isolation: 'in-place' });
    await turn(session, () => put(repository.path, { 'lib/.git': 'gitdir: /elsewhere\n' }));
    expect(shown(session)).toEqual(['changed work:lib/.git']);
    await settle(session, 'restore');
    expect(repository.read('lib/.git')).toBe(before);
  });
});
