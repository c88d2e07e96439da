import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { put, scanned } from '#test/support/agentFiles';
import {
  AirlockHarness,
  decideAll,
  openChange,
  openChanges,
  treeOf,
  value,
} from '#test/support/airlockHarness';
import { gitEnvironment } from '#test/support/gitRepository';

const TOPIC = 'refs/heads/topic/one';

/** On `main`, with uncommitted work, beside a branch whose files are others. */
async function branched() {
  const harness = new AirlockHarness();
  const repository = await harness.repository({
    'a.txt': 'one\ntwo\nthree\nfour\nfive\n',
    'main.txt': 'main\n',
  });
  await repository.git('checkout', '--quiet', '-b', 'topic/one');
  repository.write('a.txt', 'one\ntwo\nthree\nfour\ntopic\n');
  repository.write('topic.txt', 'topic\n');
  repository.remove('main.txt');
  await repository.commitAll('Topic');
  await repository.git('tag', 'v1');
  await repository.git('update-ref', 'refs/remotes/origin/topic', 'HEAD');
  await repository.git('checkout', '--quiet', 'main');
  repository.write('a.txt', 'mine\ntwo\nthree\nfour\nfive\n');
  repository.write('untracked.txt', 'mine\n');
  return { harness, repository };
}

function agentGit(cwd: string, ...args: readonly string[]): string {
  const env = { ...process.env, ...gitEnvironment };
  return spawnSync('git', args, { cwd, env, encoding: 'utf8' }).stdout.trim();
}

describe('a copy that begins from another branch', () => {
  it('has the files of the branch as committed, on that branch, and nothing of the user’s changes', async () => {
    const { harness, repository } = await branched();
    const before = [await repository.fingerprint(), treeOf(repository.path)];
    const session = await harness.open(repository.path, { base: TOPIC });
    expect(treeOf(session.cwd)).toEqual({
      'a.txt': '644 one\ntwo\nthree\nfour\ntopic\n',
      'topic.txt': '644 topic\n',
    });
    expect(agentGit(session.cwd, 'status', '--porcelain', '--branch')).toBe('## topic/one');
    await scanned(session);
    expect(openChanges(session)).toEqual([]);
    expect([await repository.fingerprint(), treeOf(repository.path)]).toEqual(before);
  });

  it.each(['refs/tags/v1', 'refs/remotes/origin/topic'])('can begin from %s', async (base) => {
    const { harness, repository } = await branched();
    const session = await harness.open(repository.path, { base });
    expect(agentGit(session.cwd, 'rev-parse', 'HEAD')).toBe(
      await repository.git('rev-parse', 'topic/one'),
    );
    expect(agentGit(session.cwd, 'status', '--porcelain')).toBe('');
    expect(treeOf(session.cwd)).toHaveProperty('topic.txt');
  });

  it('brings accepted changes into the user’s own files: merged where both changed the file', async () => {
    const { harness, repository } = await branched();
    const session = await harness.open(repository.path, { base: TOPIC });
    put(session, 'a.txt', 'one\ntwo\nagent\nfour\ntopic\n');
    put(session, 'new.txt', 'agent\n');
    await scanned(session);
    await decideAll(session, 'accept');
    expect(openChanges(session)).toEqual([]);
    expect(repository.read('a.txt')).toBe('mine\ntwo\nagent\nfour\nfive\n');
    expect(repository.read('new.txt')).toBe('agent\n');
    expect(repository.read('main.txt')).toBe('main\n');
  });

  it('shows a conflict where both changed the same lines, and leaves the user’s file', async () => {
    const { harness, repository } = await branched();
    const session = await harness.open(repository.path, { base: TOPIC });
    put(session, 'a.txt', 'agent\ntwo\nthree\nfour\ntopic\n');
    await scanned(session);
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('mine\ntwo\nthree\nfour\nfive\n');
    expect(openChange(session, 'a.txt').hunks[0]?.outcome).toMatchObject({ state: 'pending' });
  });

  it('creates a branch of accepted changes on the commit that it began from', async () => {
    const { harness, repository } = await branched();
    const session = await harness.open(repository.path, { base: TOPIC });
    put(session, 'new.txt', 'agent\n');
    await scanned(session);
    await decideAll(session, 'accept');
    value(await session.changes.applyAsBranch('made', 'Made'));
    expect(await repository.git('rev-parse', 'made^')).toBe(
      await repository.git('rev-parse', 'topic/one'),
    );
  });

  it('sees no change in files whose line endings git converts', async () => {
    const { harness, repository } = await branched();
    await repository.git('stash', '--quiet', '--include-untracked');
    await repository.git('checkout', '--quiet', 'topic/one');
    repository.write('.gitattributes', '* text eol=crlf\n');
    await repository.commitAll('Attributes');
    await repository.git('checkout', '--quiet', 'main');
    const session = await harness.open(repository.path, { base: TOPIC });
    expect(treeOf(session.cwd)['topic.txt']).toBe('644 topic\r\n');
    await scanned(session);
    expect(openChanges(session)).toEqual([]);
  });

  it('is refused where there is no such branch, folder or repository, and in place', async () => {
    const { harness, repository } = await branched();
    repository.write('below/x.txt', 'x\n');
    await repository.commitAll('Below');
    const refused = async (project: string, options: object) => {
      const opened = await harness.tryOpen(project, options);
      return opened.ok ? 'opened' : opened.error.message;
    };
    expect(await refused(repository.path, { base: 'refs/heads/gone' })).toMatch(
      /^gone no longer exists/,
    );
    expect(await refused(repository.path, { base: 'HEAD' })).toMatch(/no longer exists/);
    expect(await refused(`${repository.path}/below`, { base: TOPIC })).toMatch(/the folder below/);
    expect(await refused(repository.path, { base: TOPIC, isolation: 'in-place' })).toMatch(
      /^An in-place session/,
    );
    harness.folder.write('plain/x.txt', 'x\n');
    expect(await refused(harness.folder.join('plain'), { base: TOPIC })).toMatch(
      /^Only a git repository/,
    );
  });
});

describe('what a copy can begin from', () => {
  it('is every branch and tag, and nothing outside a repository', async () => {
    const { harness, repository } = await branched();
    await repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/topic');
    const bases = value(await harness.airlock.bases(repository.path));
    expect(new Set(bases)).toEqual(
      new Set([
        { ref: 'refs/heads/main', kind: 'branch' },
        { ref: TOPIC, kind: 'branch' },
        { ref: 'refs/remotes/origin/topic', kind: 'remote branch' },
        { ref: 'refs/tags/v1', kind: 'tag' },
      ]),
    );
    harness.folder.write('plain/x.txt', 'x\n');
    expect(value(await harness.airlock.bases(harness.folder.join('plain')))).toEqual([]);
  });
});
