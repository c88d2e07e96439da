import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
import { CountingGit } from '#test/support/countingGit';
import { GitRepository, gitEnvironment } from '#test/support/gitRepository';
import { shown, turn } from '#test/support/guardedSession';
import { testFolder } from '#test/support/testFolder';

type Session = Awaited<ReturnType<AirlockHarness['open']>>;

/** As the agent runs it, in its copy. */
function git({ cwd }: Pick<Session, 'cwd'>, ...args: readonly string[]) {
  const env = { ...process.env, ...gitEnvironment };
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, env, encoding: 'utf8' });
  return { status, text: stdout.replace(/\n$/, ''), said: stderr };
}

function told(session: Pick<Session, 'cwd'>, ...args: readonly string[]): string {
  const { status, text, said } = git(session, ...args);
  expect([status, said]).toEqual([0, '']);
  return text;
}

/** What somebody sees of a repository who looks at it. */
const VIEWS = [
  ['status', '--porcelain=v2', '--branch', '--untracked-files=all'],
  ['log', '--all', '--oneline'],
  ['branch', '--all', '--verbose', '--verbose'],
  ['for-each-ref', 'refs/heads', 'refs/tags', 'refs/remotes', 'refs/notes'],
  ['diff'],
  ['diff', '--cached'],
] as const;

async function expectSameViews(session: Session, repository: GitRepository): Promise<void> {
  for (const view of VIEWS) {
    const users = await repository.git(...view).catch(() => 'fails');
    const { status, text } = git(session, ...view);
    expect(status === 0 ? text : 'fails', view.join(' ')).toBe(users);
  }
}

// I23
describe('the repository of a copy', () => {
  it('shows the same as the user’s: branches, tags, remotes, staged and uncommitted work', async () => {
    const harness = new AirlockHarness();
    const origin = await harness.repository(undefined, 'origin');
    await origin.git('clone', '--quiet', origin.path, harness.folder.join('project'));
    const repository = await harness.repository({ 'b.txt': 'b\n', 'c.txt': 'c\n' });
    await repository.git('branch', 'topic/one');
    await repository.git('tag', 'light');
    await repository.git('tag', '-a', '-m', 'words', 'heavy');
    await repository.git('notes', 'add', '-m', 'note');
    await repository.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    repository.write('a.txt', 'staged\n');
    repository.write('staged.txt', 'new and staged\n');
    await repository.git('add', '.');
    repository.write('a.txt', 'changed again\n');
    repository.write('b.txt', 'unstaged\n');
    repository.write('untracked.txt', 'untracked\n');
    repository.remove('c.txt');
    const session = await harness.open(repository.path);
    expect(lstatSync(join(session.cwd, '.git')).isDirectory()).toBe(true);
    await expectSameViews(session, repository);
    expect(await scanned(session)).toEqual([]);
    expect(told(session, 'remote', 'get-url', 'origin')).toBe(origin.path);
    expect(told(session, 'stash', 'list')).toBe('');
  });

  it('commits, and what is committed is reviewed as everything else', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    await repository.git('config', 'user.name', 'The User');
    await repository.git('config', 'user.email', 'user@example.com');
    const session = await harness.open(repository.path);
    value(await session.checkpoint(newTurnId()));
    put(session, 'a.txt', 'agent\n');
    expect(told(session, 'commit', '--quiet', '--all', '-m', 'Agent')).toBe('');
    expect(await scanned(session)).toEqual(['modify a.txt']);
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('agent\n');
    const config = readFileSync(join(session.cwd, '.git/config'), 'utf8');
    expect(config).toContain('name = "The User"');
    expect(config).toContain('email = "user@example.com"');
  });

  it('takes over no hook, filter, helper, command or password', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const settings = {
      'core.hooksPath': '.hooks',
      'core.fsmonitor': 'secret-program',
      'core.sshCommand': 'secret-program',
      'filter.x.clean': 'secret-program',
      'alias.st': '!secret-program',
      'credential.helper': 'secret-program',
      'diff.x.textconv': 'secret-program',
      'include.path': 'secret-file',
      'http.extraHeader': 'Authorization: secret',
      'url.https://secret@example.com/.insteadOf': 'https://example.com/',
      'remote.one.url': 'https://me:secret@example.com/one.git?token=secret',
      'remote.one.proxy': 'http://secret.example.com',
      'remote.one.uploadpack': 'secret-program',
      'remote.two.url': 'ssh://git:secret@example.com/two.git',
      'remote.three.url': 'ext::secret-program',
      'remote.four.url': '../four.git',
      'branch.one.remote': 'https://me:secret@example.com/one.git',
    };
    for (const [name, text] of Object.entries(settings)) await repository.git('config', name, text);
    repository.write('.git/hooks/pre-commit', 'secret-program');
    const session = await harness.open(repository.path);
    const config = readFileSync(join(session.cwd, '.git/config'), 'utf8');
    expect(config).not.toContain('secret');
    expect(existsSync(join(session.cwd, '.git/hooks'))).toBe(false);
    const remotes = told(session, 'config', '--get-regexp', '^remote\\..*\\.url$').split('\n');
    expect(remotes).toEqual([
      'remote.one.url https://example.com/one.git',
      'remote.two.url ssh://git@example.com/two.git',
      `remote.four.url ${harness.folder.join('four.git')}`,
    ]);
    expect(told(session, 'config', 'branch.one.remote')).toBe('https://example.com/one.git');
  });

  it.runIf(process.platform !== 'win32')('is made with few git commands', async () => {
    const folder = testFolder();
    const counting = new CountingGit(folder);
    const harness = new AirlockHarness(folder, { git: counting.program });
    const repository = await harness.repository();
    const commands = async () => {
      await (await harness.open(repository.path)).drain();
      return counting.count();
    };
    expect(await commands()).toBe(6);
    repository.write('a.txt', 'changed\n');
    repository.write('new.txt', 'new\n');
    expect(await commands()).toBe(9);
  });

  it('refuses to push, and says what to do', async () => {
    const harness = new AirlockHarness();
    const origin = await harness.repository(undefined, 'origin');
    await origin.git('clone', '--quiet', '--bare', origin.path, harness.folder.join('bare.git'));
    const repository = await harness.repository();
    await repository.git('remote', 'add', 'origin', harness.folder.join('bare.git'));
    await repository.git('config', 'branch.main.remote', 'me@host.invalid:x.git');
    await repository.git('config', 'branch.main.merge', 'refs/heads/main');
    const session = await harness.open(repository.path);
    const addresses = [
      'https://example.com/x',
      'me@host.invalid:x',
      'host.invalid:x',
      '..',
      '../x',
      '..\\x',
      './x',
      '.\\x',
      '.git/../../x',
      'x',
    ];
    for (const target of ['origin', harness.folder.join('bare.git'), ...addresses, null]) {
      const where = target === null ? [] : [target, 'HEAD:refs/heads/planted'];
      const { status, said } = git(session, 'push', ...where);
      expect(status).not.toBe(0);
      expect(said).toContain('Accept the changes in Airlock and push from your own folder');
    }
    expect(git(session, 'fetch', '--quiet', 'origin').status).toBe(0);
    for (const here of ['.', '.git']) {
      expect(git(session, 'push', '--quiet', here, 'HEAD:refs/heads/here').status).toBe(0);
    }
  });

  it('shares no file that the agent can reach by its copy with the user’s', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    await repository.git('gc', '--quiet');
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    await session.drain();
    const store = harness.folder.join('data', sessionId, 'history.git/objects');
    const alternates = join(session.cwd, '.git/objects/info/alternates');
    expect(readFileSync(alternates, 'utf8')).toBe(`${store}\n`);
    expect(existsSync(join(store, 'info/alternates'))).toBe(false);
    const own = told(session, 'count-objects', '-v');
    expect(own).toContain('count: 0');
    expect(own).toContain('in-pack: 0');
    expect(statSync(join(session.cwd, 'a.txt')).nlink).toBe(1);
  });
});

describe('a copy of a repository', () => {
  it('that has no commit yet has none either', async () => {
    const harness = new AirlockHarness();
    const repository = await GitRepository.create(harness.folder.join('project'));
    repository.write('staged.txt', 'staged\n');
    await repository.git('add', '.');
    repository.write('new.txt', 'new\n');
    const session = await harness.open(repository.path);
    expect(told(session, 'status', '--porcelain=v2', '--branch')).toBe(
      await repository.git('status', '--porcelain=v2', '--branch'),
    );
    told(session, 'commit', '--quiet', '-m', 'First');
    expect(await scanned(session)).toEqual([]);
  });

  it('with a detached head is detached', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    await repository.git('checkout', '--quiet', '--detach');
    await expectSameViews(await harness.open(repository.path), repository);
  });

  it('that is a linked worktree has the branch of that one', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const linked = harness.folder.join('linked');
    await repository.git('worktree', 'add', '--quiet', '-b', 'side', linked);
    const session = await harness.open(linked);
    expect(told(session, 'branch', '--show-current')).toBe('side');
    expect(told(session, 'worktree', 'list').split('\n')).toHaveLength(1);
  });

  it('whose worktree belongs to a bare one works, too', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const bare = harness.folder.join('bare.git');
    await repository.git('clone', '--quiet', '--bare', repository.path, bare);
    const linked = harness.folder.join('linked');
    await repository.git('-C', bare, 'worktree', 'add', '--quiet', '-b', 'side', linked);
    const session = await harness.open(linked);
    expect(told(session, 'status', '--porcelain=v2', '--branch')).toContain('branch.head side');
  });

  it('with SHA-256 has the same objects', async () => {
    const harness = new AirlockHarness();
    const repository = new GitRepository(harness.folder.folder('project'));
    await repository.git('init', '--quiet', '--object-format=sha256', '--initial-branch=main');
    repository.write('a.txt', 'a\n');
    await repository.commitAll('First');
    repository.write('a.txt', 'changed\n');
    const session = await harness.open(repository.path);
    await expectSameViews(session, repository);
    told(session, 'commit', '--quiet', '--all', '-m', 'Agent');
    expect(git(session, 'fsck', '--full').status).toBe(0);
    expect(value(await session.changes.losses()).copy?.commits).toBe(1);
  });

  it('that is shallow is shallow', async () => {
    const harness = new AirlockHarness();
    const origin = await harness.repository(undefined, 'origin');
    origin.write('a.txt', 'second\n');
    await origin.commitAll('Second');
    const repository = new GitRepository(harness.folder.join('project'));
    const url = `file://${origin.path}`;
    await origin.git('clone', '--quiet', '--depth=1', url, repository.path);
    const session = await harness.open(repository.path);
    await expectSameViews(session, repository);
    expect(git(session, 'fsck', '--full').status).toBe(0);
  });

  it('that is a partial clone fetches from the same remote what is missing', async () => {
    const harness = new AirlockHarness();
    const origin = await harness.repository({ 'a.txt': 'first\n' }, 'origin');
    await origin.git('config', 'uploadpack.allowFilter', 'true');
    await origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    origin.write('a.txt', 'second\n');
    await origin.commitAll('Second');
    const repository = new GitRepository(harness.folder.join('project'));
    const url = `file://${origin.path}`;
    await origin.git('clone', '--quiet', '--filter=blob:none', url, repository.path);
    const session = await harness.open(repository.path);
    await session.drain();
    expect(told(session, 'status', '--porcelain')).toBe('');
    expect(git(session, 'fsck').status).toBe(0);
    expect(git(session, 'show', 'HEAD~1:a.txt').text).toBe('first');
    told(session, 'gc', '--quiet', '--prune=now');
    expect(told(session, 'log', '--oneline').split('\n')).toHaveLength(2);
  });

  it('with a sparse checkout has the same folders, and no deleted files', async () => {
    const harness = new AirlockHarness();
    const files = { 'in/a.txt': 'a\n', 'out/b.txt': 'b\n', 'top.txt': 't\n' };
    const repository = await harness.repository(files);
    await repository.git('sparse-checkout', 'set', 'in');
    repository.write('in/a.txt', 'changed\n');
    const session = await harness.open(repository.path);
    await expectSameViews(session, repository);
    expect(told(session, 'sparse-checkout', 'list')).toBe('in');
    told(session, 'sparse-checkout', 'disable');
    expect(readFileSync(join(session.cwd, 'out/b.txt'), 'utf8')).toBe('b\n');
  });

  it('with submodules has their files, and shows none as changed', async () => {
    const harness = new AirlockHarness();
    const inner = await harness.repository({ 'lib.txt': 'lib\n' }, 'inner');
    const repository = await harness.repository();
    const add = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet'];
    await repository.git(...add, inner.path, 'deps/lib');
    await repository.commitAll('With a submodule');
    const session = await harness.open(repository.path);
    expect(treeOf(join(session.cwd, 'deps'))).toEqual({ 'lib/lib.txt': '644 lib\n' });
    expect(told(session, 'status', '--porcelain')).toBe('');
  });

  it('ignores what the user’s own list of ignored files names', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const list = harness.folder.write('my ignored files', 'mine.log');
    await repository.git('config', 'core.excludesFile', list);
    writeFileSync(repository.join('.git/info/exclude'), '*.tmp\n');
    const session = await harness.open(repository.path);
    put(session, 'mine.log', 'x');
    put(session, 'x.tmp', 'x');
    put(session, 'seen.txt', 'x');
    expect(told(session, 'status', '--porcelain')).toBe('?? seen.txt');
    expect(await scanned(session)).toEqual(['create seen.txt']);
  });
});

describe('the git folder of a copy', () => {
  it('is made again, as it was at the beginning, with a copy that was deleted', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    repository.write('a.txt', 'staged\n');
    await repository.git('add', '.');
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    put(session, 'new.txt', 'new\n');
    await scanned(session);
    await session.close();
    rmSync(session.cwd, { recursive: true });
    const again = await harness.open(repository.path, { sessionId });
    expect(told(again, 'status', '--porcelain', '--branch')).toBe('## main\nM  a.txt\n?? new.txt');
    expect(await scanned(again)).toEqual(['create new.txt']);
  });

  it('has no say in what is reviewed, whatever an agent makes of it', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const own = (session: Session) => join(session.cwd, '.git');
    const ruses: readonly ((session: Session) => void)[] = [
      (session) => rmSync(own(session), { recursive: true }),
      (session) => {
        rmSync(own(session), { recursive: true });
        writeFileSync(own(session), `gitdir: ${repository.join('.git')}\n`);
      },
      (session) => writeFileSync(join(own(session), 'info/exclude'), '*\n'),
      (session) => writeFileSync(join(own(session), 'objects/info/alternates'), '/nowhere\n'),
      (session) => writeFileSync(join(own(session), 'config'), '[core]\n\tworktree = /\n'),
    ];
    for (const ruse of ruses) {
      const session = await harness.open(repository.path);
      ruse(session);
      put(session, 'a.txt', 'agent\n');
      put(session, 'new.txt', 'new\n');
      expect(await scanned(session)).toEqual(['create new.txt', 'modify a.txt']);
      value(await session.changes.losses());
      await decideAll(session, 'reject');
      expect(repository.read('a.txt')).toBe('one\ntwo\nthree\n');
    }
  });

  it('is guarded: hooks and settings that an agent leaves there are named', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const session = await harness.open(repository.path);
    await turn(session, () => {
      told(session, 'commit', '--quiet', '--allow-empty', '-m', 'Agent');
      told(session, 'checkout', '--quiet', '-b', 'other');
    });
    expect(shown(session)).toEqual([]);
    await turn(session, () => {
      told(session, 'config', 'core.fsmonitor', './evil');
      mkdirSync(join(session.cwd, '.git/hooks'));
      put(session, '.git/hooks/pre-commit', 'evil\n');
    });
    expect(shown(session)).toEqual([
      'changed work:.git/config',
      'created work:.git/hooks/pre-commit',
    ]);
  });
});
