import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  AirlockHarness,
  decideAll,
  openChange,
  treeOf,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import type { GitRepository } from '#test/support/gitRepository';
import { numberedText as text } from '#test/support/numberedLines';

async function start() {
  const harness = new AirlockHarness();
  const repository = await harness.repository({ 'a.txt': text(), 'b.txt': 'b\n', 'c.txt': 'c\n' });
  await repository.git('config', 'user.name', 'User');
  await repository.git('config', 'user.email', 'user@example.com');
  repository.write('a.txt', text({ 18: 'work in progress' }));
  repository.write('staged.txt', 'staged\n');
  await repository.stage('staged.txt');
  const session = await harness.open(repository.path);
  writeFileSync(
    join(session.cwd, 'a.txt'),
    text({ 2: 'agent', 9: 'refused', 18: 'work in progress' }),
  );
  writeFileSync(join(session.cwd, 'made.txt'), 'made\n');
  rmSync(join(session.cwd, 'c.txt'));
  value(await session.scan());
  await session.changes.decide([verdictOn(openChange(session, 'a.txt'), 'reject', [1])]);
  await decideAll(session, 'accept');
  return { harness, repository, session };
}

describe('committing what was accepted', () => {
  it('commits exactly that, and leaves staged or unfinished work alone', async () => {
    const { repository, session } = await start();
    const before = await repository.fingerprint();
    const files = treeOf(repository.path);
    const commit = value(await session.changes.commitAccepted('Agent work\n\nMore of it.'));
    expect(await repository.head()).toBe(commit);
    expect(await repository.git('rev-parse', 'HEAD^')).toBe(before.head);
    expect(await repository.git('log', '-1', '--format=%B')).toContain('More of it.');
    expect(
      (await repository.git('show', '--format=', '--name-status', 'HEAD')).split('\n'),
    ).toEqual(['M\ta.txt', 'D\tc.txt', 'A\tmade.txt']);
    expect(`${await repository.git('show', 'HEAD:a.txt')}\n`).toBe(text({ 2: 'agent' }));
    expect(await repository.status()).toEqual([' M a.txt', 'A  staged.txt']);
    expect(treeOf(repository.path)).toEqual(files);
    expect(await repository.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect(await session.changes.commitAccepted('Again')).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
  });

  it('is not held up by what a git process of ours has left that was killed', async () => {
    const { harness, repository, session } = await start();
    const [folder = ''] = readdirSync(harness.folder.join('data'));
    for (const name of ['publish.index', 'publish.index.lock']) {
      harness.folder.write(`data/${folder}/${name}`, 'half');
    }
    const commit = value(await session.changes.commitAccepted('Agent work'));
    expect(await repository.head()).toBe(commit);
  });

  it('leaves out a mode that the user changed and did not commit', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository({ 'a.txt': text() });
    await repository.git('config', 'user.name', 'User');
    await repository.git('config', 'user.email', 'user@example.com');
    chmodSync(repository.join('a.txt'), 0o755);
    const session = await harness.open(repository.path);
    writeFileSync(join(session.cwd, 'a.txt'), text({ 2: 'agent' }));
    value(await session.scan());
    await decideAll(session, 'accept');
    value(await session.changes.commitAccepted('Agent work'));
    expect(await repository.git('show', '--raw', '--format=', 'HEAD')).toMatch(/^:100644 100644 /);
  });

  it('can be limited to some paths', async () => {
    const { repository, session } = await start();
    value(await session.changes.commitAccepted('Only one', ['made.txt']));
    expect(await repository.git('show', '--format=', '--name-status', 'HEAD')).toBe('A\tmade.txt');
  });

  it('keeps what is staged of the same file', async () => {
    const { repository, session } = await start();
    await repository.stage('a.txt');
    repository.write('a.txt', text({ 2: 'agent', 18: 'work in progress' }));
    value(await session.changes.commitAccepted('Agent'));
    expect(`${await repository.git('show', ':a.txt')}\n`).toBe(
      text({ 2: 'agent', 18: 'work in progress' }),
    );
    expect(await repository.status()).toEqual(['M  a.txt', 'A  staged.txt']);
  });

  it.each(['index.lock', 'refs/heads/main.lock'])(
    'names the file that is in the way: %s',
    async (name) => {
      const { repository, session } = await start();
      const lock = repository.join(`.git/${name}`);
      writeFileSync(lock, '');
      const { index, head } = await repository.fingerprint();
      expect(await session.changes.commitAccepted('Agent')).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining(`${lock} exists. If no git command is running`) },
      });
      expect(await repository.fingerprint()).toMatchObject({ index, head });
      rmSync(lock);
      value(await session.changes.commitAccepted('Agent'));
    },
  );

  it('says what to do where git does not know the user’s name', async () => {
    const { repository, session } = await start();
    await repository.git('config', 'user.name', '');
    const before = await repository.fingerprint();
    expect(await session.changes.commitAccepted('Agent')).toMatchObject({
      ok: false,
      error: { code: 'refused', message: expect.stringContaining('git config --global user.name') },
    });
    expect(await repository.fingerprint()).toEqual(before);
  });

  it('is refused where both cannot be separated, and during a merge', async () => {
    const { repository, session } = await start();
    repository.write('a.txt', text({ 2: 'other' }));
    await repository.git('commit', '--quiet', '-m', 'Other', 'a.txt');
    const before = await repository.fingerprint();
    expect(await session.changes.commitAccepted('Agent')).toMatchObject({
      ok: false,
      error: {
        code: 'conflict',
        message:
          'a.txt differs in the same place in the commit before this one. Commit a.txt yourself with git.',
      },
    });
    const merging = join(repository.path, '.git', 'MERGE_HEAD');
    writeFileSync(merging, `${before.head}\n`);
    expect(await session.changes.commitAccepted('Agent')).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
    rmSync(merging);
    expect(await session.changes.commitAccepted('  ')).toMatchObject({ ok: false });
    expect(await repository.fingerprint()).toEqual(before);
  });
});

it.each([
  ['a rebase that stopped at a command', ['rebase', '--root', '--exec', 'false']],
  ['patches that are applied', ['am', '0001.patch']],
])('committing is refused during %s', async (_, command) => {
  const harness = new AirlockHarness();
  const repository = await harness.repository({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
  await repository.git('config', 'user.name', 'User');
  await repository.git('config', 'user.email', 'user@example.com');
  for (const text of ['two\n', 'three\n']) {
    repository.write('a.txt', text);
    await repository.commitAll(text);
  }
  const session = await harness.open(repository.path);
  writeFileSync(join(session.cwd, 'made.txt'), 'made\n');
  value(await session.scan());
  await decideAll(session, 'accept');
  const patch = await repository.git('format-patch', '--stdout', '-1', 'HEAD~1');
  repository.write('0001.patch', `${patch}\n`);
  await repository.git(...command).catch(() => undefined);
  const state = async () => [await repository.head(), await repository.status()];
  const before = await state();
  expect(await session.changes.commitAccepted('Agent')).toMatchObject({
    ok: false,
    error: { code: 'refused', message: expect.stringContaining('in progress') },
  });
  expect(await state()).toEqual(before);
});

it('committing is refused where a folder has become a repository of its own', async () => {
  const { repository, session } = await start();
  writeFileSync(join(session.cwd, 'made.txt'), 'made\n');
  mkdirSync(join(session.cwd, 'lib'));
  writeFileSync(join(session.cwd, 'lib/made.txt'), 'made\n');
  value(await session.scan());
  await decideAll(session, 'accept');
  const link = `160000,${await repository.head()},lib`;
  await repository.git('update-index', '--add', '--cacheinfo', link);
  await repository.git('commit', '--quiet', '-m', 'A submodule');
  const before = await repository.head();
  expect(await session.changes.commitAccepted('Agent')).toMatchObject({
    ok: false,
    error: { code: 'refused', message: 'lib is a separate repository: commit there.' },
  });
  expect(await repository.head()).toBe(before);
});

describe('the content of a commit', () => {
  /** Accepts a text for each path and commits it; gives the bytes that git keeps then. */
  async function committed(
    files: Readonly<Record<string, string | Uint8Array>>,
    prepare: (repository: GitRepository) => Promise<unknown> | unknown,
    texts: Readonly<Record<string, string | Uint8Array>>,
  ) {
    const harness = new AirlockHarness();
    const repository = await harness.repository(files);
    await repository.git('config', 'user.name', 'User');
    await repository.git('config', 'user.email', 'user@example.com');
    await prepare(repository);
    const before = await repository.head();
    const session = await harness.open(repository.path);
    for (const [path, text] of Object.entries(texts)) writeFileSync(join(session.cwd, path), text);
    value(await session.scan());
    await decideAll(session, 'accept');
    const result = await session.changes.commitAccepted('Accepted');
    const kept = (path: string) =>
      execFileSync('git', ['cat-file', 'blob', `HEAD:${path}`], { cwd: repository.path });
    return { repository, before, result, kept };
  }

  it('is what was accepted, whatever filter an agent has configured', async () => {
    const { result, kept } = await committed(
      { 'a.txt': 'seen\n' },
      async (repository) => {
        await repository.git('config', 'filter.evil.clean', 'sed s/seen/swapped/');
        writeFileSync(repository.join('.git', 'info', 'attributes'), '* filter=evil\n');
      },
      { 'a.txt': 'seen, and more\n', 'new.txt': 'seen as well\n' },
    );
    value(result);
    expect(kept('a.txt').toString()).toBe('seen, and more\n');
    expect(kept('new.txt').toString()).toBe('seen as well\n');
  });

  it.each([
    ['core.autocrlf', 'true', ''],
    ['core.autocrlf', 'input', ''],
    ['core.eol', 'crlf', '* text=auto\n'],
    ['core.eol', 'lf', '*.txt text eol=crlf\n'],
  ])('has the line endings that %s=%s asks for', async (name, setting, attributes) => {
    const { repository, result, kept } = await committed(
      { 'a.txt': 'one\ntwo\n', '.gitattributes': attributes },
      async (repository) => {
        await repository.git('config', name, setting);
        repository.write('a.txt', 'one\r\ntwo\r\n');
        await repository.git('add', '--renormalize', '.');
      },
      { 'a.txt': 'one\r\ntwo\r\nthree\r\n', 'new.txt': 'new\r\n', 'x.bin': 'a\r\n\0b' },
    );
    value(result);
    expect(kept('a.txt').toString()).toBe('one\ntwo\nthree\n');
    expect(kept('new.txt').toString()).toBe('new\n');
    expect(kept('x.bin').toString()).toBe('a\r\n\0b');
    expect(await repository.status()).toEqual([]);
  });

  it('has the encoding that the attributes ask for', async () => {
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
    const { result, kept } = await committed(
      { '.gitattributes': '*.txt working-tree-encoding=UTF-16\n', 'a.txt': utf16('one\n') },
      () => undefined,
      { 'a.txt': utf16('one\ntwo\n'), 'new.txt': utf16('new\n') },
    );
    value(result);
    expect(kept('a.txt').toString()).toBe('one\ntwo\n');
    expect(kept('new.txt').toString()).toBe('new\n');
  });

  it('is never changed by an encoding: then nothing is committed', async () => {
    const { repository, before, result } = await committed(
      { 'a.txt': 'seen\n' },
      (repository) => {
        const attributes = repository.join('.git', 'info', 'attributes');
        writeFileSync(attributes, 'new.txt working-tree-encoding=UTF-16LE\n');
      },
      { 'new.txt': 'what the user saw.' },
    );
    expect(result).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(result.ok ? '' : result.error.message).toContain('new.txt is not what you accepted');
    expect(await repository.head()).toBe(before);
    expect(await repository.status()).toEqual(['?? new.txt']);
  });

  it('is what a link leads to, whatever encoding it is to have', async () => {
    const { session, repository } = await start();
    const attributes = repository.join('.git', 'info', 'attributes');
    writeFileSync(attributes, 'link working-tree-encoding=UTF-16LE\n');
    symlinkSync('a.txt', join(session.cwd, 'link'));
    value(await session.scan());
    await decideAll(session, 'accept');
    value(await session.changes.commitAccepted('Accepted'));
    expect(await repository.git('cat-file', 'blob', 'HEAD:link')).toBe('a.txt');
  });

  it('is what was accepted where the user has replaced git objects', async () => {
    const { result, kept } = await committed(
      { 'a.txt': 'seen\n', 'b.txt': 'other\n' },
      async (repository) => {
        const [a, b] = await Promise.all(
          ['a.txt', 'b.txt'].map((path) => repository.git('rev-parse', `HEAD:${path}`)),
        );
        await repository.git('replace', a ?? '', b ?? '');
      },
      { 'a.txt': 'seen, and more\n' },
    );
    value(result);
    expect(kept('a.txt').toString()).toBe('seen, and more\n');
  });
});

describe('a branch of accepted changes', () => {
  it('is created without touching anything else', async () => {
    const { repository, session } = await start();
    const before = await repository.fingerprint();
    const files = treeOf(repository.path);
    const commit = value(await session.changes.applyAsBranch('agent/work', 'Agent work'));
    expect(await repository.git('rev-parse', 'agent/work')).toBe(commit);
    expect(await repository.git('rev-parse', 'agent/work^')).toBe(before.head);
    expect(`${await repository.git('show', 'agent/work:a.txt')}\n`).toBe(text({ 2: 'agent' }));
    const { refs: _, ...rest } = before;
    expect(await repository.fingerprint()).toMatchObject(rest);
    expect(treeOf(repository.path)).toEqual(files);
    for (const name of ['agent/work', 'bad..name', '-x', 'main']) {
      expect([name, (await session.changes.applyAsBranch(name, 'x')).ok]).toEqual([name, false]);
    }
  });

  it('is refused in words where the user’s git has removed the commit that it would begin from', async () => {
    const { repository, session } = await start();
    await repository.git('commit', '--quiet', '--amend', '-m', 'Amended');
    await repository.git('reflog', 'expire', '--expire=now', '--all');
    await repository.git('gc', '--quiet', '--prune=now');
    expect(await session.changes.applyAsBranch('agent/work', 'Agent work')).toMatchObject({
      error: { message: expect.stringContaining('is no longer in your repository') },
    });
    value(await session.changes.commitAccepted('Agent work'));
  });

  it('requires a repository', async () => {
    const harness = new AirlockHarness();
    harness.folder.write('project/a.txt', 'a\n');
    const session = await harness.open(harness.folder.join('project'));
    expect(await session.changes.applyAsBranch('x', 'x')).toMatchObject({
      ok: false,
      error: { code: 'refused' },
    });
  });
});
