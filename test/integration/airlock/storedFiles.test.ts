import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { put, scanned } from '#test/support/agentFiles';
import { AirlockHarness, decideAll, startSession, treeOf } from '#test/support/airlockHarness';

describe('files in a repository', () => {
  it('pass no filter, and are the same for the agent as for the user', async () => {
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
    await repository.git('config', 'user.name', 'User');
    await repository.git('config', 'user.email', 'user@example.com');
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
    // A required filter keeps something out of the repository: it must not get there unfiltered.
    expect(await session.changes.commitAccepted('Other content')).toMatchObject({
      ok: false,
      error: { code: 'refused', message: expect.stringContaining('the git filter “store”') },
    });
    expect(await repository.git('show', 'HEAD:data.big')).toBe('pointer content');
  });

  it('are LFS pointers where the user has pointers', async () => {
    const { repository, session } = await startSession({
      '.gitattributes': '*.bin filter=lfs\n',
      'x.bin': 'version https://git-lfs…\n',
    });
    expect(treeOf(session.cwd)['x.bin']).toBe(treeOf(repository.path)['x.bin']);
  });

  it('keep the line endings that git writes to the disk', async () => {
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

  it('keep them where git converts everything', async () => {
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

  it('may have any name', async () => {
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
      'drivers/aux.c',
      'nul',
      'C:\\Users\\back\\slash',
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

  it('may have any name, and can be rejected', async () => {
    for (const isolation of ['isolated', 'in-place'] as const) {
      const harness = new AirlockHarness();
      const repository = await harness.repository({ 'aux.c': 'mine\n' });
      const before = treeOf(repository.path);
      const session = await harness.open(repository.path, { isolation });
      mkdirSync(join(session.cwd, 'C:'));
      for (const name of ['aux.c', 'con', 'C:\\Users\\file', 'C:/file']) put(session, name, 'x\n');
      expect(await scanned(session)).toHaveLength(4);
      await decideAll(session, 'reject');
      expect(treeOf(session.cwd)).toEqual(before);
    }
  });
});
