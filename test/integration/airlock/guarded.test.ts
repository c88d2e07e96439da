import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AirlockHarness,
  newSessionId,
  newTurnId,
  openChanges,
  startSession,
  value,
} from '#test/support/airlockHarness';
import { put, settle, shown, turn } from '#test/support/guardedSession';

const ignores = {
  '.gitignore': '.env\nnode_modules/\n.venv/\n.vscode/\nlocal.txt\n',
  'a.txt': 'a\n',
};

describe.each(['in-place', 'isolated'] as const)('the guard, %s', (isolation) => {
  const start = (files = ignores) => startSession(files, { isolation });

  it('shows changes to git’s own files, and restores them', async () => {
    const { repository, session } = await start();
    const config = readFileSync(repository.join('.git/config'));
    put(repository.path, { '.git/hooks/pre-push': '#!/bin/sh\nmine\n' });
    await turn(session, () => {
      put(repository.path, {
        '.git/config': `${config}[core]\n\tfsmonitor = ./evil\n`,
        '.git/hooks/pre-commit': '#!/bin/sh\nevil\n',
        '.git/hooks/pre-push': '#!/bin/sh\nevil\n',
        '.git/info/attributes': '* filter=evil\n',
        '.git/modules/lib/sub/hooks/post-checkout': 'evil\n',
      });
      chmodSync(repository.join('.git/hooks/pre-commit'), 0o755);
    });
    expect(shown(session)).toEqual([
      'changed repository:config',
      'changed repository:hooks/pre-push',
      'created repository:hooks/pre-commit',
      'created repository:info/attributes',
      'created repository:modules/lib/sub/hooks/post-checkout',
    ]);
    expect(value(await session.changes.guardedTexts('repository:hooks/pre-push'))).toEqual({
      before: '#!/bin/sh\nmine\n',
      after: '#!/bin/sh\nevil\n',
    });
    await settle(session, 'restore');
    expect(shown(session)).toEqual([]);
    expect(readFileSync(repository.join('.git/config'))).toEqual(config);
    expect(repository.read('.git/hooks/pre-push')).toBe('#!/bin/sh\nmine\n');
    expect(existsSync(repository.join('.git/hooks/pre-commit'))).toBe(false);
    expect(openChanges(session)).toEqual([]);
  });

  it('shows changes to nested submodules, and to a rebase in progress', async () => {
    const { repository, session } = await start();
    const paths = [
      'modules/hooks/config',
      'modules/libs/a/modules/b/c/config',
      'modules/libs/a/modules/b/c/hooks/pre-commit',
      'rebase-merge/git-rebase-todo',
      'sequencer/todo',
    ];
    const write = (text: string) =>
      put(repository.path, Object.fromEntries(paths.map((path) => [`.git/${path}`, text])));
    write('mine\n');
    await turn(session, () => write('exec evil\n'));
    expect(shown(session)).toEqual(paths.map((path) => `changed repository:${path}`));
    await settle(session, 'restore');
    for (const path of paths) expect(repository.read(`.git/${path}`)).toBe('mine\n');
  });

  it('notices a hook that becomes executable, and one that becomes a link', async () => {
    const { repository, session } = await start();
    put(repository.path, { '.git/hooks/a': 'x\n', '.git/hooks/b': 'x\n', '.git/hooks/c': 'x\n' });
    await turn(session, () => {
      chmodSync(repository.join('.git/hooks/a'), 0o755);
      rmSync(repository.join('.git/hooks/b'));
      symlinkSync('/bin/true', repository.join('.git/hooks/b'));
      rmSync(repository.join('.git/hooks/c'));
    });
    expect(shown(session)).toEqual([
      'changed repository:hooks/a',
      'changed repository:hooks/b',
      'deleted repository:hooks/c',
    ]);
    await settle(session, 'restore');
    expect(statSync(repository.join('.git/hooks/a')).mode & 0o111).toBe(0);
    for (const name of ['b', 'c']) expect(repository.read(`.git/hooks/${name}`)).toBe('x\n');
  });

  it('shows branches that were moved', async () => {
    const { repository, session } = await start();
    const head = await repository.git('rev-parse', 'HEAD');
    await turn(session, async () => {
      await repository.git('commit', '--allow-empty', '-m', 'x');
      await repository.git('branch', 'more');
    });
    expect(shown(session)).toEqual(['changed ref:refs/heads/main', 'created ref:refs/heads/more']);
    await settle(session, 'restore');
    expect(await repository.git('rev-parse', 'HEAD')).toBe(head);
    expect(await repository.git('branch', '--list', 'more')).toBe('');
    await turn(session, () => repository.git('pack-refs', '--all', '--prune').then());
    expect(shown(session)).toEqual([]);
    await turn(session, () => repository.git('switch', '--quiet', '-c', 'other').then());
    expect(shown(session)).toEqual(['changed ref:HEAD', 'created ref:refs/heads/other']);
    await settle(session, 'restore');
    expect(await repository.git('symbolic-ref', 'HEAD')).toContain('refs/heads/main');
  });

  it('shows and restores what keeps git from working at all, also after a restart', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository(ignores);
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId, isolation });
    await turn(session, () =>
      put(repository.path, { '.git/config': '[broken', '.git/hooks/pre-commit': 'evil\n' }),
    );
    const found = ['changed repository:config', 'created repository:hooks/pre-commit'];
    expect(shown(session)).toEqual(found);
    expect(session.changes.guarded.fault).not.toBeNull();
    await session.close();
    const again = await harness.open(repository.path, { sessionId, isolation });
    expect(shown(again)).toEqual(found);
    await settle(again, 'restore');
    expect(await repository.git('status', '--porcelain')).toBe('');
  });

  it('shows files that git was told to ignore', async () => {
    const { repository, session } = await start();
    await turn(session, () => repository.git('update-index', '--skip-worktree', 'a.txt').then());
    expect(shown(session)).toEqual(['created index:a.txt']);
    await settle(session, 'restore');
    expect(await repository.git('ls-files', '-v', 'a.txt')).toMatch(/^H /);
    expect(shown(session)).toEqual([]);
  });

  it('treats kept changes, and the user’s changes between turns, as the user’s', async () => {
    const { repository, session } = await start();
    const hook = (text: string) => put(repository.path, { '.git/hooks/pre-commit': text });
    await turn(session, () => hook('agent\n'));
    await settle(session, 'keep');
    expect(shown(session)).toEqual([]);
    hook('user\n');
    await turn(session, () => undefined);
    expect(shown(session)).toEqual([]);
    await turn(session, () => hook('agent again\n'));
    await settle(session, 'restore');
    expect(repository.read('.git/hooks/pre-commit')).toBe('user\n');
  });

  it('keeps undecided changes over the next turn, and over a restart', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository(ignores);
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId, isolation });
    put(repository.path, { '.git/hooks/pre-commit': 'mine\n' });
    await turn(session, () => put(repository.path, { '.git/hooks/pre-commit': 'evil\n' }));
    await turn(session, () => undefined);
    await session.close();
    const again = await harness.open(repository.path, { sessionId, isolation });
    expect(shown(again)).toEqual(['changed repository:hooks/pre-commit']);
    await settle(again, 'restore');
    expect(repository.read('.git/hooks/pre-commit')).toBe('mine\n');
  });

  it('scans once more after the program was ended during a turn', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository(ignores);
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId, isolation });
    put(session.cwd, { '.env': 'A=1\n' });
    value(await session.checkpoint(newTurnId()));
    await session.close();
    put(session.cwd, { '.env': 'evil\n' });
    put(repository.path, { '.git/hooks/pre-commit': 'evil\n' });
    const again = await harness.open(repository.path, { sessionId, isolation });
    expect(shown(again)).toEqual(['changed work:.env', 'created repository:hooks/pre-commit']);
    await settle(again, 'restore');
    expect(readFileSync(join(again.cwd, '.env'), 'utf8')).toBe('A=1\n');
  });

  it('handles pipes, folders in place of files, and unsupported names', async () => {
    const { repository, session } = await start();
    put(repository.path, { '.git/hooks/b': 'mine\n' });
    await turn(session, () => {
      execFileSync('mkfifo', [repository.join('.git/hooks/a')]);
      rmSync(repository.join('.git/hooks/b'));
      put(repository.path, { '.git/hooks/b/c': 'x\n', '.git/hooks/d\\e': 'x\n' });
    });
    expect(shown(session)).toEqual([
      'changed repository:hooks/b',
      'created repository:hooks/a',
      'created repository:hooks/b/c',
      'created repository:hooks/d\\e',
    ]);
    const restored = (id: string) =>
      session.changes.settleGuarded([`repository:hooks/${id}`], 'restore');
    for (const id of ['a', 'b', 'd\\e']) expect((await restored(id)).ok).toBe(false);
    value(await restored('b/c'));
    value(await session.changes.settleGuarded(['repository:hooks/a'], 'keep'));
    expect(session.changes.guarded.changes).toHaveLength(2);
  });

  it('shows ignored files that can run code, and counts the others', async () => {
    const { session } = await start();
    const { cwd } = session;
    put(cwd, { '.env': 'A=1\n', 'local.txt': 'mine\n' });
    await turn(session, () => {
      put(cwd, {
        '.env': 'NODE_OPTIONS=--require=./evil\n',
        '.vscode/tasks.json': '{}\n',
        '.venv/lib/python3/site-packages/sitecustomize.py': 'evil\n',
        'node_modules/.bin/tsc': 'evil\n',
        'node_modules/x/.npmrc': 'x\n',
        'local.txt': 'agent\n',
      });
    });
    expect(shown(session)).toEqual([
      'changed work:.env',
      'created work:.venv/lib/python3/site-packages/sitecustomize.py',
      'created work:.vscode/tasks.json',
    ]);
    expect(session.changes.guarded.ignored).toEqual({
      count: 3,
      paths: ['local.txt', 'node_modules/.bin/tsc', 'node_modules/x/.npmrc'],
      isComplete: true,
    });
    await settle(session, 'restore');
    expect(readFileSync(join(cwd, '.env'), 'utf8')).toBe('A=1\n');
    expect(existsSync(join(cwd, '.vscode/tasks.json'))).toBe(false);
    await turn(session, () => undefined);
    expect(session.changes.guarded.ignored?.count).toBe(0);
  });

  it('counts an ignored file once, however git lists it', async () => {
    const { repository, session } = await start({ ...ignores, '.gitignore': '*.log\n' });
    await turn(session, () =>
      put(session.cwd, { 'new/deep/a.log': 'a\n', 'own/.gitignore': '*\n', 'own/b.txt': 'b\n' }),
    );
    expect(openChanges(session)).toEqual([]);
    expect(session.changes.guarded.ignored).toEqual({
      count: 3,
      paths: ['new/deep/a.log', 'own/.gitignore', 'own/b.txt'],
      isComplete: true,
    });
    expect(existsSync(repository.join('own/b.txt'))).toBe(isolation === 'in-place');
  });

  it('does not count an ignored file that can run code and is the same as before', async () => {
    const { session } = await start();
    const { cwd } = session;
    put(cwd, { '.env': 'A=1\n' });
    await turn(session, () => put(cwd, { '.env': 'A=1\n', 'local.txt': 'agent\n' }));
    expect(shown(session)).toEqual([]);
    expect(session.changes.guarded.ignored).toMatchObject({ count: 1, paths: ['local.txt'] });
  });

  it('shows hooks and configuration of repositories in ignored folders', async () => {
    const { session } = await start();
    const { cwd } = session;
    const git = (...args: string[]) => execFileSync('git', args, { cwd });
    git('init', '--quiet', 'node_modules/old');
    await turn(session, () => {
      git('init', '--quiet', 'node_modules/new');
      git('-C', 'node_modules/old', 'config', 'core.fsmonitor', './evil');
      put(cwd, {
        'node_modules/old/.git/hooks/pre-commit': 'evil\n',
        'node_modules/new/.git/hooks/pre-commit': 'evil\n',
      });
    });
    expect(shown(session)).toEqual([
      'changed work:node_modules/old/.git/config',
      'created work:node_modules/new/.git/hooks/pre-commit',
      'created work:node_modules/old/.git/hooks/pre-commit',
    ]);
  });

  it('shows names that git refuses, and can delete them', async () => {
    const { session } = await start();
    const { cwd } = session;
    await turn(session, () => {
      put(cwd, { '.GIT/config': 'evil\n', 'sub/git~1/hooks/x': 'evil\n', 'b.txt': 'b\n' });
      symlinkSync('a.txt', join(cwd, '.gitmodules'));
    });
    expect(openChanges(session).map(({ change }) => change.path)).toEqual(['b.txt']);
    expect(session.changes.notices.map(({ path, reason }) => `${reason} ${path}`).sort()).toEqual([
      'git-name .GIT/config',
      'git-name .gitmodules',
      'git-name sub/git~1/hooks/x',
    ]);
    expect(shown(session)).toEqual([
      'created work:.GIT/config',
      'created work:.gitmodules',
      'created work:sub/git~1/hooks/x',
    ]);
    await settle(session, 'restore');
    expect(existsSync(join(cwd, '.GIT/config'))).toBe(false);
    value(await session.scan());
    expect(session.changes.notices).toEqual([]);
  });

  it('follows no link out of the project when it restores a file', async () => {
    const { harness, repository, session } = await start();
    const outside = harness.folder.join('outside');
    mkdirSync(outside);
    put(repository.path, { '.git/hooks/pre-commit': 'mine\n' });
    await turn(session, () => {
      rmSync(repository.join('.git/hooks'), { recursive: true });
      symlinkSync(outside, repository.join('.git/hooks'));
    });
    expect(shown(session)).toEqual([
      'created repository:hooks',
      'deleted repository:hooks/pre-commit',
    ]);
    expect(
      (await session.changes.settleGuarded(['repository:hooks/pre-commit'], 'restore')).ok,
    ).toBe(false);
    expect(existsSync(join(outside, 'pre-commit'))).toBe(false);
    value(await session.changes.settleGuarded(['repository:hooks'], 'restore'));
    value(await session.changes.settleGuarded(['repository:hooks/pre-commit'], 'restore'));
    expect(repository.read('.git/hooks/pre-commit')).toBe('mine\n');
  });

  it('stays within its limits, and says so', async () => {
    const { repository, session } = await start();
    const hooks = Object.fromEntries(
      Array.from({ length: 2_100 }, (_, index) => [`.git/hooks/h${index}`, 'x\n']),
    );
    await turn(session, () => put(repository.path, hooks));
    expect(session.changes.guarded.isComplete).toBe(false);
    expect(session.changes.guarded.changes.length).toBeLessThanOrEqual(2_000);
  });
});

describe('the guard in place', () => {
  it('shows changes to a file that the user has git ignore', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository(ignores);
    await repository.git('update-index', '--skip-worktree', 'a.txt');
    const session = await harness.open(repository.path, { isolation: 'in-place' });
    await turn(session, () => put(repository.path, { 'a.txt': 'agent\n' }));
    expect(openChanges(session).map(({ change }) => change.path)).toEqual(['a.txt']);
  });

  it('shows a repository that appears in a plain folder', async () => {
    const harness = new AirlockHarness();
    const folder = harness.folder.join('plain');
    put(folder, { 'a.txt': 'a\n' });
    const session = await harness.open(folder, { isolation: 'in-place' });
    await turn(session, () => put(folder, { '.git/config': 'x\n', '.git/HEAD': 'ref: x\n' }));
    expect(shown(session)).toContain('created work:.git/config');
  });
});
