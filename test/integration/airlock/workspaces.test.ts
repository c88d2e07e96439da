import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  openChange,
  openChanges,
  treeOf,
  value,
} from '#test/support/airlockHarness';
import { GitRepository, gitEnvironment } from '#test/support/gitRepository';

function summary(session: SessionAirlock): readonly string[] {
  return openChanges(session)
    .map(({ change }) => `${change.kind} ${change.path}`)
    .sort();
}

async function scanned(session: SessionAirlock): Promise<readonly string[]> {
  value(await session.scan());
  return summary(session);
}

function put(session: SessionAirlock, path: string, content: string | Uint8Array): void {
  writeFileSync(join(session.cwd, path), content);
}

describe('a session in a repository', () => {
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

  it('lets the agent use git of its own there', async () => {
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
    expect(git('status', '--porcelain')).toBe('');
    put(session, 'a.txt', 'agent\n');
    git('commit', '--quiet', '--all', '-m', 'Agent');
    git('stash', 'list');
    expect(await scanned(session)).toEqual(['modify a.txt']);
    expect((await repository.fingerprint()).head).toBe(before.head);
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('agent\n');
  });

  it('works in the subfolder that is the project, and shows what is changed around it', async () => {
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

  it('takes a folder that the repository around it ignores for a plain one', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      '.gitignore': '/work/\n',
      'private.txt': 'secret\n',
    });
    repository.write('work/code.txt', 'code\n');
    const session = await harness.open(repository.join('work'));
    expect(treeOf(session.cwd)).toEqual({ 'code.txt': '644 code\n' });
  });

  it('says why a bare repository cannot be worked on', async () => {
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

  it('brings the files of submodules along, and changes in them back', async () => {
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
    expect(await session.commitAccepted('No')).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
  });

  it('runs no filter, and gives the agent what the user has', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      '.gitattributes': '*.big filter=store\n',
      'a.txt': 'a\n',
    });
    await repository.git('config', 'filter.store.clean', 'sed s/real/pointer/');
    await repository.git(
      'config',
      'filter.store.smudge',
      `sh -c 'touch ${harness.folder.join('ran')}; sed s/pointer/real/'`,
    );
    await repository.git('config', 'filter.store.required', 'true');
    repository.write('data.big', 'real content\n');
    await repository.commitAll('With a filtered file');
    expect(await repository.git('show', 'HEAD:data.big')).toBe('pointer content');
    rmSync(harness.folder.join('ran'), { force: true });
    const session = await harness.open(repository.path);
    expect(existsSync(harness.folder.join('ran'))).toBe(false);
    expect(readFileSync(join(session.cwd, 'data.big'), 'utf8')).toBe('real content\n');
    expect(await scanned(session)).toEqual([]);
    put(session, 'data.big', 'real other content\n');
    expect(await scanned(session)).toEqual(['modify data.big']);
    await decideAll(session, 'accept');
    expect(repository.read('data.big')).toBe('real other content\n');
    await session.commitAccepted('Other content');
    expect(await repository.git('show', 'HEAD:data.big')).toBe('pointer other content');
  });

  it('shows pointers where the user has pointers', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      '.gitattributes': '*.bin filter=lfs\n',
      'x.bin': 'version https://git-lfs…\n',
    });
    const session = await harness.open(repository.path);
    expect(treeOf(session.cwd)['x.bin']).toBe(treeOf(repository.path)['x.bin']);
  });

  it('keeps the endings that git writes to the disk', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      '.gitattributes': '*.txt text eol=crlf\n*.auto text=auto\n',
      'a.txt': 'one\r\ntwo\r\nthree\r\n',
      'b.auto': 'one\ntwo\n',
    });
    repository.write('b.auto', 'one\r\ntwo\r\n');
    const session = await harness.open(repository.path);
    expect(await scanned(session)).toEqual([]);
    put(session, 'a.txt', 'one\r\n2\r\nthree\r\n');
    put(session, 'b.auto', 'one\ntwo\nthree\n');
    expect(await scanned(session)).toEqual(['modify a.txt', 'modify b.auto']);
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('one\r\n2\r\nthree\r\n');
    expect(repository.read('b.auto')).toBe('one\r\ntwo\r\nthree\r\n');
  });

  it('does the same where git converts everything', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': 'one\ntwo\nthree\n' });
    await repository.git('config', 'core.autocrlf', 'true');
    for (const isolation of ['isolated', 'in-place'] as const) {
      const session = await harness.open(repository.path, { isolation });
      expect(await scanned(session)).toEqual([]);
      put(session, 'a.txt', `${repository.read('a.txt')}${isolation}\n`);
      expect(await scanned(session)).toEqual(['modify a.txt']);
      await decideAll(session, 'accept');
    }
    expect(repository.read('a.txt')).toBe('one\ntwo\nthree\nisolated\nin-place\n');
  });

  it('respects a sparse checkout, and sees what is put outside of it', async () => {
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

  it('begins in the middle of a merge with what is on the disk', async () => {
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

  it('copes with a split index, and with files that git was told not to look at', async () => {
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

  it('takes names as they come', async () => {
    const harness = new AirlockHarness();
    const names = [
      'with space.txt',
      'ünï/cödé.txt',
      '[brackets]*.txt',
      '-dash',
      'quote".txt',
      'tab\there',
      '#hash',
      '!bang',
      ':colon',
    ];
    const repository = await harness.repository(
      Object.fromEntries(names.map((name) => [name, 'x\n'])),
    );
    const session = await harness.open(repository.path);
    for (const name of names) put(session, name, 'y\n');
    put(session, 'new\nline', 'n\n');
    expect(await scanned(session)).toHaveLength(names.length + 1);
    await decideAll(session, 'accept');
    expect(treeOf(repository.path)).toEqual(treeOf(session.cwd));
  });

  it('says what it cannot carry', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const session = await harness.open(repository.path);
    mkdirSync(join(session.cwd, 'clone'));
    execFileSync('git', ['init', '--quiet'], { cwd: join(session.cwd, 'clone') });
    put(session, 'clone/file', 'x\n');
    put(session, 'huge', '');
    truncateSync(join(session.cwd, 'huge'), 65 * 1024 * 1024);
    writeFileSync(Buffer.concat([Buffer.from(`${session.cwd}/bad`), Buffer.from([0xff])]), 'x');
    const report = value(await session.scan());
    expect([...report.notices].sort((a, b) => a.reason.localeCompare(b.reason))).toMatchObject([
      { path: 'clone/', reason: 'nested-repository' },
      { path: 'huge', reason: 'too-large' },
      { reason: 'unnameable' },
    ]);
    expect(summary(session)).toEqual([]);
  });

  it('is not misled by configuration that the agent writes', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const session = await harness.open(repository.path);
    const ran = harness.folder.join('ran');
    const hook = harness.folder.write('hook.sh', `#!/bin/sh\ntouch ${ran}\n`);
    chmodSync(hook, 0o755);
    await repository.git('config', 'core.fsmonitor', hook);
    await repository.git('config', 'core.hooksPath', harness.folder.path);
    await repository.git('config', 'core.excludesFile', harness.folder.write('ignore', '*\n'));
    put(session, '.gitattributes', '* filter=evil\n');
    await repository.git('config', 'filter.evil.clean', hook);
    put(session, 'a.txt', 'changed\n');
    put(session, 'made.txt', 'made\n');
    rmSync(ran, { force: true });
    expect(await scanned(session)).toEqual([
      'create .gitattributes',
      'create made.txt',
      'modify a.txt',
    ]);
    expect(existsSync(ran)).toBe(false);
  });
});

describe('a session in a plain folder', () => {
  it('works on a copy, and leaves nothing behind in the folder', async () => {
    const harness = new AirlockHarness();
    const project = harness.folder.folder('project');
    harness.folder.write('project/a.txt', 'a\r\n');
    harness.folder.write('project/sub/run.sh', '#!/bin/sh\n');
    chmodSync(join(project, 'sub/run.sh'), 0o755);
    symlinkSync('a.txt', join(project, 'link'));
    harness.folder.write('project/node_modules/dep/index.js', 'dep\n');
    const before = treeOf(project);
    const session = await harness.open(project, { carry: { copy: [], link: ['node_modules'] } });
    expect(lstatSync(join(session.cwd, 'node_modules')).isSymbolicLink()).toBe(true);
    expect(await scanned(session)).toEqual([]);
    put(session, 'a.txt', 'b\r\n');
    put(session, 'new.txt', 'new\n');
    expect(await scanned(session)).toEqual(['create new.txt', 'modify a.txt']);
    await decideAll(session, 'accept');
    expect(treeOf(project)).toEqual({ ...before, 'a.txt': '644 b\r\n', 'new.txt': '644 new\n' });
    expect(existsSync(join(project, '.git'))).toBe(false);
  });

  it('copies large folders whole', async () => {
    const harness = new AirlockHarness();
    const project = harness.folder.folder('project', 'many');
    for (let index = 0; index < 5_500; index++) writeFileSync(join(project, `${index}.txt`), 'x');
    const session = await harness.open(harness.folder.join('project'));
    expect(session.notices).toEqual([]);
    expect(readdirSync(join(session.cwd, 'many'))).toHaveLength(5_500);
  });

  it('takes repositories within it along as plain files', async () => {
    const harness = new AirlockHarness();
    await harness.repository({ 'x.txt': 'x\n' }, 'project/one');
    await harness.repository({ 'y.txt': 'y\n' }, 'project/two');
    const project = harness.folder.join('project');
    const session = await harness.open(project);
    expect(treeOf(session.cwd)).toEqual(treeOf(project));
    put(session, 'one/x.txt', 'X\n');
    expect(await scanned(session)).toEqual(['modify one/x.txt']);
    await decideAll(session, 'accept');
    expect(harness.folder.read('project/one/x.txt')).toBe('X\n');
  });

  it('finds the folder behind a link', async () => {
    const harness = new AirlockHarness();
    const project = harness.folder.folder('project');
    harness.folder.write('project/a.txt', 'a\n');
    const link = harness.folder.join('link');
    symlinkSync(project, link);
    const session = await harness.open(link);
    put(session, 'a.txt', 'b\n');
    await scanned(session);
    await decideAll(session, 'accept');
    expect(readFileSync(join(realpathSync(link), 'a.txt'), 'utf8')).toBe('b\n');
  });

  it('refuses a folder that holds its own data', async () => {
    const harness = new AirlockHarness();
    expect(await harness.tryOpen(harness.folder.path)).toMatchObject({
      error: { code: 'refused' },
    });
  });
});

describe('what is carried over', () => {
  it('is copied or linked, and no change of it is shown', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      '.gitignore': '.env\nnode_modules\ndist/*\n!dist/kept.txt\n',
      'a.txt': 'a\n',
      'dist/kept.txt': 'kept\n',
    });
    repository.write('.env', 'KEY=1\n');
    repository.write('node_modules/x/i.js', 'x\n');
    repository.write('dist/built/tool', 'built\n');
    chmodSync(repository.join('dist/built/tool'), 0o755);
    symlinkSync('tool', repository.join('dist/built/alias'));
    const carry = {
      copy: ['.env', 'missing', '../outside', '.git/config', 'a.txt', 'dist'],
      link: ['node_modules/'],
    };
    const session = await harness.open(repository.path, { carry });
    expect(readFileSync(join(session.cwd, '.env'), 'utf8')).toBe('KEY=1\n');
    expect(readFileSync(join(session.cwd, 'node_modules/x/i.js'), 'utf8')).toBe('x\n');
    expect(treeOf(join(session.cwd, 'dist'))).toEqual(treeOf(repository.join('dist')));
    expect(session.notices).toEqual([{ path: 'missing', reason: 'not-carried' }]);
    expect(await scanned(session)).toEqual([]);
    put(session, '.env', 'KEY=2\n');
    put(session, 'dist/built/tool', 'rebuilt\n');
    expect(await scanned(session)).toEqual([]);
    expect(repository.read('.env')).toBe('KEY=1\n');
    expect(repository.read('dist/built/tool')).toBe('built\n');
    // What stood in the folder before is the agent's to change, and the user's to see.
    put(session, 'dist/kept.txt', 'changed\n');
    expect(await scanned(session)).toEqual(['modify dist/kept.txt']);
  });

  it('is found below the folder that is the project, in a plain one too', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      '.gitignore': '.env\n',
      'web/a.txt': 'a\n',
    });
    repository.write('.env', 'ROOT=1\n');
    repository.write('web/.env', 'WEB=1\n');
    const carry = { copy: ['.env'], link: [] };
    const session = await harness.open(repository.join('web'), { carry });
    expect(readFileSync(join(session.cwd, '.env'), 'utf8')).toBe('WEB=1\n');
    expect(existsSync(join(session.cwd, '../.env'))).toBe(false);

    harness.folder.write('plain/a.txt', 'a\n');
    harness.folder.write('plain/node_modules/x.js', 'x\n');
    const plain = await harness.open(harness.folder.join('plain'), {
      carry: { copy: [], link: ['node_modules'] },
    });
    expect(readFileSync(join(plain.cwd, 'node_modules/x.js'), 'utf8')).toBe('x\n');
    expect(await scanned(plain)).toEqual([]);
  });

  it('never leads out of the project, and comes back with a tree that was deleted', async () => {
    const harness = new AirlockHarness();
    harness.folder.write('outside/secret.txt', 'secret\n');
    const repository = await harness.repository({
      '.gitignore': '/*.local\n/way\n',
      'a.txt': 'a\n',
    });
    repository.write('own.local', 'own\n');
    symlinkSync(harness.folder.join('outside/secret.txt'), repository.join('out.local'));
    symlinkSync(harness.folder.join('outside'), repository.join('way'));
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, {
      sessionId,
      carry: { copy: ['own.local', 'out.local', 'way/secret.txt'], link: ['way'] },
    });
    expect(session.notices.map(({ path }) => path)).toEqual(['out.local', 'way/secret.txt', 'way']);
    expect(treeOf(session.cwd)).toEqual({ ...treeOf(session.cwd), 'own.local': '644 own\n' });
    expect(Object.keys(treeOf(session.cwd))).toEqual(['.gitignore', 'a.txt', 'own.local']);
    await session.close();
    rmSync(session.cwd, { recursive: true });
    const again = await harness.open(repository.path, { sessionId });
    expect(readFileSync(join(again.cwd, 'own.local'), 'utf8')).toBe('own\n');
    expect(await scanned(again)).toEqual([]);
  });
});

describe('looking again', () => {
  it('sees a folder that became a link, and the files that it hides', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({
      'dir/a.txt': 'a\n',
      'dir/b.txt': 'b\n',
      'c.txt': 'c\n',
    });
    const outside = harness.folder.folder('outside');
    writeFileSync(join(outside, 'a.txt'), 'secret\n');
    const session = await harness.open(repository.path);
    rmSync(join(session.cwd, 'dir'), { recursive: true });
    symlinkSync(outside, join(session.cwd, 'dir'));
    expect(await scanned(session)).toEqual(['create dir', 'delete dir/a.txt', 'delete dir/b.txt']);
    await decideAll(session, 'reject');
    expect(treeOf(session.cwd)).toEqual(treeOf(repository.path));
  });

  it('sees a file that was written twice in the same moment', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': 'x 00000\n' });
    const session = await harness.open(repository.path);
    for (let index = 1; index < 40; index++) {
      const text = `x ${String(index).padStart(5, '0')}\n`;
      const scanning = session.scan();
      put(session, 'a.txt', text);
      value(await scanning);
      value(await session.scan());
      const { changeId } = openChange(session, 'a.txt').change;
      expect(value(await session.texts(changeId)).proposed).toBe(text);
    }
  });

  it('does not drown in files that nobody meant to keep', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const session = await harness.open(repository.path);
    mkdirSync(join(session.cwd, 'packages/x/node_modules'), { recursive: true });
    put(session, 'packages/x/index.ts', 'x\n');
    for (let index = 0; index < 5_001; index++)
      put(session, `packages/x/node_modules/${index}`, 'x');
    writeFileSync(join(session.cwd, 'a.txt'), 'agent\n');
    const report = value(await session.scan());
    expect(report.notices).toEqual([{ path: 'packages/x/node_modules/', reason: 'too-many' }]);
    expect(summary(session)).toEqual(['create packages/x/index.ts', 'modify a.txt']);
  });
});
