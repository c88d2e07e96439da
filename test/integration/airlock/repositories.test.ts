import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { put, scanned } from '#test/support/agentFiles';
import {
  AirlockHarness,
  decideAll,
  openChanges,
  treeOf,
  value,
} from '#test/support/airlockHarness';
import { GitRepository, gitEnvironment } from '#test/support/gitRepository';

describe('a session in a repository', () => {
  it.each(['--skip-worktree', '--assume-unchanged'])(
    'copies a file as it is although git was told %s',
    async (option) => {
      const harness = new AirlockHarness();
      const repository = await harness.repository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
      await repository.git('update-index', option, 'a.txt');
      repository.write('a.txt', 'mine\n');
      const before = await repository.fingerprint();
      const session = await harness.open(repository.path);
      expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('mine\n');
      expect(openChanges(session)).toEqual([]);
      writeFileSync(join(session.cwd, 'a.txt'), 'mine\nand more\n');
      value(await session.scan());
      await decideAll(session, 'accept');
      expect(repository.read('a.txt')).toBe('mine\nand more\n');
      repository.write('a.txt', 'mine\n');
      expect(await repository.fingerprint()).toEqual(before);
    },
  );

  it('works before the first commit', async () => {
    const harness = new AirlockHarness();
    const repository = await GitRepository.create(harness.folder.join('project'));
    repository.write('a.txt', 'a\n');
    const session = await harness.open(repository.path);
    put(session, 'a.txt', 'b\n');
    expect(await scanned(session)).toEqual(['modify a.txt']);
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('b\n');
    expect(await repository.git('for-each-ref', 'refs/heads')).toBe('');
  });

  it('works on a detached head, and stays on it', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    await repository.git('checkout', '--quiet', '--detach');
    const head = await repository.head();
    const session = await harness.open(repository.path);
    put(session, 'a.txt', 'b\n');
    await scanned(session);
    await decideAll(session, 'accept');
    expect(await repository.head()).toBe(head);
    expect(repository.read('a.txt')).toBe('b\n');
  });

  it('lets the agent use git in its copy', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    repository.write('a.txt', 'uncommitted\n');
    const before = await repository.fingerprint();
    const session = await harness.open(repository.path);
    const git = (...args: string[]) =>
      execFileSync('git', args, {
        cwd: session.cwd,
        env: { ...process.env, ...gitEnvironment },
      }).toString();
    expect(git('status', '--porcelain')).toBe(' M a.txt\n');
    put(session, 'a.txt', 'agent\n');
    git('commit', '--quiet', '--all', '-m', 'Agent');
    git('stash', 'list');
    expect(await scanned(session)).toEqual(['modify a.txt']);
    expect(await repository.fingerprint()).toEqual(before);
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('agent\n');
  });

  it('works in the subfolder that is the project, and shows changes around it', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      'packages/a/x.txt': 'x\n',
      'packages/b/y.txt': 'y\n',
    });
    const session = await harness.open(repository.join('packages', 'a'));
    expect(session.cwd.endsWith(join('packages', 'a'))).toBe(true);
    put(session, 'x.txt', 'X\n');
    put(session, '../b/y.txt', 'Y\n');
    expect(await scanned(session)).toEqual(['modify packages/a/x.txt', 'modify packages/b/y.txt']);
    await decideAll(session, 'accept');
    expect(repository.read('packages/b/y.txt')).toBe('Y\n');
  });

  it('treats a folder that the surrounding repository ignores as a plain one', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      '.gitignore': '/work/\n',
      'private.txt': 'secret\n',
    });
    repository.write('work/code.txt', 'code\n');
    const session = await harness.open(repository.join('work'));
    expect(treeOf(session.cwd)).toEqual({ 'code.txt': '644 code\n' });
  });

  it('explains why a bare repository is not supported', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const bare = harness.folder.join('bare.git');
    await repository.git('clone', '--quiet', '--bare', repository.path, bare);
    for (const path of [bare, repository.join('.git')]) {
      const opened = await harness.tryOpen(path);
      expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
    }
    expect(await harness.tryOpen(harness.folder.join('nowhere'))).toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('refuses a repository whose files are elsewhere', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    harness.folder.write('secret.txt', 'secret\n');
    for (const place of ['../..', harness.folder.path]) {
      await repository.git('config', 'core.worktree', place);
      for (const isolation of ['isolated', 'in-place'] as const) {
        const opened = await harness.tryOpen(repository.path, { isolation });
        expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
      }
    }
  });

  it('works from a linked worktree of the user’s', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const linked = harness.folder.join('linked');
    await repository.git('worktree', 'add', '--quiet', '-b', 'side', linked);
    writeFileSync(join(linked, 'a.txt'), 'linked\n');
    const session = await harness.open(linked);
    expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe('linked\n');
    put(session, 'a.txt', 'agent\n');
    await scanned(session);
    await decideAll(session, 'accept');
    expect(readFileSync(join(linked, 'a.txt'), 'utf8')).toBe('agent\n');
    expect(repository.read('a.txt')).toBe('one\ntwo\nthree\n');
  });

  it('includes the files of submodules, and brings changes in them back', async () => {
    const harness = new AirlockHarness();
    const inner = await harness.repository(
      { 'lib.txt': 'lib\n', '.gitignore': 'built\n' },
      'inner',
    );
    const repository = await harness.repository();
    await repository.git(
      '-c',
      'protocol.file.allow=always',
      'submodule',
      'add',
      '--quiet',
      inner.path,
      'deps/lib',
    );
    await repository.commitAll('With a submodule');
    repository.write('deps/lib/built', 'built\n');
    repository.write('deps/lib/lib.txt', 'lib, edited\n');
    const session = await harness.open(repository.path);
    expect(treeOf(join(session.cwd, 'deps'))).toEqual({
      'lib/.gitignore': '644 built\n',
      'lib/lib.txt': '644 lib, edited\n',
    });
    expect(await scanned(session)).toEqual([]);
    put(session, 'deps/lib/lib.txt', 'agent\n');
    put(session, 'deps/lib/new.txt', 'new\n');
    expect(await scanned(session)).toEqual(['create deps/lib/new.txt', 'modify deps/lib/lib.txt']);
    await decideAll(session, 'accept');
    expect(repository.read('deps/lib/lib.txt')).toBe('agent\n');
    expect(await session.changes.commitAccepted('No')).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
  });

  it('respects a sparse checkout, and shows files that are put outside it', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      'in/a.txt': 'a\n',
      'out/b.txt': 'b\n',
      'top.txt': 't\n',
    });
    await repository.git('sparse-checkout', 'set', 'in');
    expect(existsSync(repository.join('out'))).toBe(false);
    for (const isolation of ['isolated', 'in-place'] as const) {
      const session = await harness.open(repository.path, { isolation });
      expect(existsSync(join(session.cwd, 'out'))).toBe(false);
      expect(await scanned(session)).toEqual([]);
      put(session, 'in/a.txt', `${isolation}\n`);
      mkdirSync(join(session.cwd, 'out'));
      put(session, 'out/b.txt', 'agent\n');
      expect(await scanned(session)).toEqual(['modify in/a.txt', 'modify out/b.txt']);
      await decideAll(session, 'reject');
      rmSync(join(session.cwd, 'out'), { recursive: true, force: true });
    }
  });

  it('works with SHA-256', async () => {
    const harness = new AirlockHarness();
    const path = harness.folder.folder('project');
    execFileSync('git', ['init', '--quiet', '--object-format=sha256'], { cwd: path });
    writeFileSync(join(path, 'a.txt'), 'a\n');
    const session = await harness.open(path);
    put(session, 'a.txt', 'b\n');
    await scanned(session);
    await decideAll(session, 'accept');
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('b\n');
  });

  it('starts in the middle of a merge with the files on the disk', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    await repository.git('checkout', '--quiet', '-b', 'side');
    repository.write('a.txt', 'side\n');
    await repository.commitAll('Side');
    await repository.git('checkout', '--quiet', 'main');
    repository.write('a.txt', 'main\n');
    await repository.commitAll('Main');
    await repository.git('merge', 'side').catch(() => undefined);
    const text = repository.read('a.txt');
    expect(text).toContain('<<<<<<<');
    const index = await repository.git('ls-files', '--stage');
    for (const isolation of ['isolated', 'in-place'] as const) {
      const session = await harness.open(repository.path, { isolation });
      expect(readFileSync(join(session.cwd, 'a.txt'), 'utf8')).toBe(text);
      expect(await scanned(session)).toEqual([]);
    }
    expect(await repository.git('ls-files', '--stage')).toBe(index);
  });

  it('handles a split index, and files that git was told to ignore', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    await repository.git('update-index', '--split-index');
    await repository.git('update-index', '--assume-unchanged', 'a.txt');
    for (const isolation of ['isolated', 'in-place'] as const) {
      const session = await harness.open(repository.path, { isolation });
      put(session, 'a.txt', `${isolation}\n`);
      expect(await scanned(session)).toEqual(['modify a.txt']);
      await decideAll(session, 'reject');
    }
  });
});
