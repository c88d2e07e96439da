import { execFileSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AirlockHarness, startSession } from '#test/support/airlockHarness';
import { put, settle, shown, turn } from '#test/support/guardedSession';

const EVIL = '[core]\n\tfsmonitor = ./evil\n';
/** More than is followed of anything. */
const MANY = 2_100;

describe.each(['in-place', 'isolated'] as const)('the reach of the guard, %s', (isolation) => {
  const start = (files: Readonly<Record<string, string>> = { 'a.txt': 'a\n' }) =>
    startSession(files, { isolation });

  it('includes all of a submodule’s repository that controls git, whatever its name', async () => {
    const { repository, session } = await start();
    put(repository.path, {
      '.git/modules/lib/HEAD': 'ref: refs/heads/main\n',
      '.git/modules/libs/info/HEAD': 'ref: refs/heads/main\n',
      '.git/modules/libs/info/config': 'x\n',
      '.git/modules/vendor/logs/HEAD': 'ref: refs/heads/main\n',
    });
    await turn(session, () =>
      put(repository.path, {
        '.git/modules/lib/commondir': '/elsewhere\n',
        '.git/modules/lib/config.worktree': EVIL,
        '.git/modules/lib/info/attributes': '* filter=evil\n',
        '.git/modules/lib/objects/info/alternates': '/elsewhere\n',
        '.git/modules/libs/info/config': EVIL,
        '.git/modules/vendor/logs/hooks/post-checkout': 'evil\n',
      }),
    );
    expect(shown(session)).toEqual([
      'changed repository:modules/libs/info/config',
      'created repository:modules/lib/commondir',
      'created repository:modules/lib/config.worktree',
      'created repository:modules/lib/info/attributes',
      'created repository:modules/lib/objects/info/alternates',
      'created repository:modules/vendor/logs/hooks/post-checkout',
    ]);
    await settle(session, 'restore');
    expect(shown(session)).toEqual([]);
  });

  it('shows a repository that is planted in a folder with tracked files', async () => {
    const { session } = await start({
      'src/deep/a.txt': 'a\n',
      'docs/b.txt': 'b\n',
      'c/d.txt': 'd\n',
    });
    const root = session.cwd;
    await turn(session, () => {
      execFileSync('git', ['init', '-q', join(root, 'src/deep')]);
      put(root, {
        'src/deep/.git/hooks/pre-commit': 'evil\n',
        'docs/.git': 'gitdir: /elsewhere\n',
        'c/.git/loose': 'x\n',
      });
    });
    expect(shown(session)).toEqual([
      'created work:c/.git',
      'created work:docs/.git',
      'created work:src/deep/.git',
      'created work:src/deep/.git/HEAD',
      'created work:src/deep/.git/config',
      'created work:src/deep/.git/hooks/pre-commit',
      'created work:src/deep/.git/info/exclude',
    ]);
  });

  it('ignores a repository that was there before', async () => {
    const { session } = await start({ 'src/a.txt': 'a\n' });
    execFileSync('git', ['init', '-q', join(session.cwd, 'src')]);
    await turn(session, () => writeFileSync(join(session.cwd, 'src/a.txt'), 'agent\n'));
    expect(shown(session)).toEqual([]);
    await turn(session, () => put(session.cwd, { 'src/.git/config': EVIL }));
    expect(shown(session)).toEqual(['changed work:src/.git/config']);
  });

  it('watches a linked worktree’s .git file and its unfinished rebase', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': 'a\n' });
    const linked = harness.folder.join('linked');
    await repository.git('worktree', 'add', '-q', linked);
    const own = repository.join('.git/worktrees/linked');
    put(own, { 'rebase-merge/git-rebase-todo': 'pick x\n' });
    const session = await harness.open(linked, { isolation });
    await turn(session, () => {
      put(own, { 'rebase-merge/git-rebase-todo': 'exec evil\n' });
      writeFileSync(join(linked, '.git'), 'gitdir: /elsewhere\n');
    });
    const place = isolation === 'in-place' ? 'work' : 'project';
    const todo = 'changed repository:worktrees/linked/rebase-merge/git-rebase-todo';
    expect(new Set(shown(session))).toEqual(new Set([todo, `changed ${place}:.git`]));
  });

  it('watches the checkouts of other worktrees, the stash, and symbolic branches', async () => {
    const { repository, session, harness } = await start();
    await repository.git('worktree', 'add', '-q', harness.folder.join('linked'));
    await repository.git('branch', 'other');
    writeFileSync(repository.join('a.txt'), 'mine\n');
    await repository.git('stash');
    await turn(session, async () => {
      const id = await repository.git('commit-tree', '-m', 'evil', 'HEAD^{tree}');
      writeFileSync(repository.join('.git/worktrees/linked/HEAD'), `${id}\n`);
      await repository.git('update-ref', 'refs/stash', id);
      await repository.git('update-ref', 'refs/x/same', 'HEAD');
      await repository.git('symbolic-ref', 'refs/heads/other', 'refs/x/same');
    });
    expect(shown(session)).toEqual([
      'changed ref:refs/heads/other',
      'changed ref:refs/stash',
      'changed repository:worktrees/linked/HEAD',
    ]);
    const before = await repository.git('rev-parse', 'HEAD');
    await settle(session, 'restore');
    expect(shown(session)).toEqual([]);
    expect(await repository.git('rev-parse', 'refs/heads/other')).toBe(before);
  });

  it.each([['drop', 'stash@{1}'], ['clear']])(
    'restores all entries of the stash after git stash %s',
    async (...command) => {
      const { repository, session } = await start();
      for (const text of ['one', 'two', 'three']) {
        writeFileSync(repository.join('a.txt'), text);
        await repository.git('stash', 'push', '-m', text);
      }
      const list = () => repository.git('stash', 'list', '--format=%H %gs');
      const before = await list();
      await turn(session, () => repository.git('stash', ...command));
      const kind = command[0] === 'clear' ? 'deleted' : 'changed';
      expect(shown(session)).toEqual([`${kind} ref:refs/stash`]);
      await settle(session, 'restore');
      expect(await list()).toBe(before);
      expect(shown(session)).toEqual([]);
    },
  );

  it('reports that more files are marked as unchanged than it follows', async () => {
    const names = Array.from({ length: MANY }, (_, index) => `f/${index}.txt`);
    const files = Object.fromEntries(names.map((name) => [name, 'x\n']));
    const { repository, session } = await start(files);
    await turn(session, () => {
      const command = ['-C', repository.path, 'update-index', '--assume-unchanged', '--stdin'];
      execFileSync('git', command, { input: names.join('\n') });
    });
    expect(session.changes.guarded.isComplete).toBe(false);
  });

  it('follows a branch that moves among very many new ones, and says that not all are followed', async () => {
    const { repository, session } = await start();
    const head = await repository.git('rev-parse', 'HEAD');
    await turn(session, async () => {
      const id = await repository.git('commit-tree', '-m', 'evil', 'HEAD^{tree}');
      await repository.git('update-ref', 'refs/heads/main', id);
      const lines = Array.from({ length: MANY }, (_, at) => `create refs/heads/a${at} ${head}\n`);
      const command = ['-C', repository.path, 'update-ref', '--stdin'];
      execFileSync('git', command, { input: lines.join('') });
    });
    expect(shown(session)).toContain('changed ref:refs/heads/main');
    expect(session.changes.guarded.isComplete).toBe(false);
  });
});

describe('the guard of ignored files in place', () => {
  const ignores = { '.gitignore': 'packages/\n*.db\n', 'a.txt': 'a\n' };

  it('counts those of a folder that was moved into place, and of a deleted one', async () => {
    const { repository, session, harness } = await startSession(ignores, { isolation: 'in-place' });
    put(repository.path, { 'packages/p/index.js': 'good\n', 'user.db': 'data\n' });
    const aside = harness.folder.join('aside');
    put(aside, { 'p/index.js': 'evil\n' });
    await turn(session, () => {
      renameSync(repository.join('packages/p'), join(aside, 'old'));
      renameSync(join(aside, 'p'), repository.join('packages/p'));
      rmSync(repository.join('user.db'));
    });
    expect(session.changes.guarded.ignored).toMatchObject({
      paths: ['packages/p/index.js', 'user.db'],
    });
  });

  it('watches a program that git’s configuration names in a command', async () => {
    const { repository, session } = await startSession(ignores, { isolation: 'in-place' });
    put(repository.path, { '.git/tools/clean.sh': 'cat\n', '.git/watch.sh': 'true\n' });
    await repository.git('config', 'filter.x.clean', 'sh .git/tools/clean.sh %f');
    await repository.git('config', 'core.fsmonitor', '.git/watch.sh');
    await turn(session, () =>
      put(repository.path, { '.git/tools/clean.sh': 'evil\n', '.git/watch.sh': 'evil\n' }),
    );
    expect(shown(session)).toEqual([
      'changed repository:tools/clean.sh',
      'changed repository:watch.sh',
    ]);
  });
});

describe.each(['in-place', 'isolated'] as const)(
  'a folder that may not be listed, %s',
  (isolation) => {
    // Git runs a hook in such a folder, and editors open their tasks: both know them by name.
    it.skipIf(process.getuid?.() === 0)('is shown itself, once', async () => {
      const ignored = { '.gitignore': '.vscode/\nold/\n', 'a.txt': 'a\n' };
      const { repository, session } = await startSession(ignored, { isolation });
      const hooks = repository.join('.git/hooks');
      const editor = join(session.cwd, '.vscode');
      await turn(session, () => {
        put(repository.path, { '.git/hooks/pre-commit': 'evil\n' });
        put(session.cwd, { '.vscode/tasks.json': 'evil\n' });
        for (const folder of [hooks, editor]) chmodSync(folder, 0o100);
      });
      onTestFinished(() => {
        for (const folder of [hooks, editor]) chmodSync(folder, 0o755);
      });
      expect(shown(session)).toEqual(['changed repository:hooks', 'changed work:.vscode']);
      expect(session.changes.guarded.changes.map(({ canRestore }) => canRestore)).toEqual([
        false,
        false,
      ]);
      await settle(session, 'keep');
      await turn(session, () => undefined);
      expect(shown(session)).toEqual([]);
    });
  },
);
