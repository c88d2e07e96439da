import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AirlockHarness, decideAll, type Files, value } from '#test/support/airlockHarness';
import { numberedText as text } from '#test/support/numberedLines';

async function prepare(files: Files) {
  const harness = new AirlockHarness();
  const repository = await harness.repository(files);
  await repository.git('config', 'user.name', 'User');
  await repository.git('config', 'user.email', 'user@example.com');
  return { harness, repository };
}

describe('the user’s index, when accepted changes are committed', () => {
  it('keeps the marks of files that git was told to ignore', async () => {
    const files = { 'a.txt': text(), 'b.txt': text(), 'c.txt': text(), 'd.txt': text() };
    const { harness, repository } = await prepare(files);
    await repository.git('update-index', '--skip-worktree', 'a.txt', 'c.txt');
    await repository.git('update-index', '--assume-unchanged', 'b.txt', 'c.txt');
    for (const path of Object.keys(files)) repository.write(path, text({ 18: 'my password' }));
    const marks = await repository.git('ls-files', '-v');
    const session = await harness.open(repository.path);
    for (const path of Object.keys(files)) {
      writeFileSync(join(session.cwd, path), text({ 2: 'agent', 18: 'my password' }));
    }
    value(await session.scan());
    await decideAll(session, 'accept');
    value(await session.changes.commitAccepted('Agent work'));
    expect(`${await repository.git('show', 'HEAD:a.txt')}\n`).toBe(text({ 2: 'agent' }));
    expect(await repository.git('ls-files', '-v')).toBe(marks);
    expect(await repository.status()).toEqual([' M d.txt']);
  });

  it('may be in the way, and that is said', async () => {
    const { harness, repository } = await prepare({ 'a.txt': text() });
    const session = await harness.open(repository.path);
    writeFileSync(join(session.cwd, 'a.txt'), text({ 2: 'agent' }));
    value(await session.scan());
    await decideAll(session, 'accept');
    repository.write('a.txt', text({ 2: 'mine' }));
    await repository.stage('a.txt');
    expect(await session.changes.commitAccepted('Agent')).toMatchObject({
      error: { message: expect.stringContaining('What you have staged of a.txt is different') },
    });
    const blob = await repository.git('rev-parse', 'HEAD:a.txt');
    const none = '0'.repeat(40);
    const index = [
      `0 ${none}\ta.txt`,
      ...[1, 2, 3].map((stage) => `100644 ${blob} ${stage}\ta.txt`),
    ];
    execFileSync('git', ['update-index', '--index-info'], {
      cwd: repository.path,
      input: `${index.join('\n')}\n`,
    });
    expect(await session.changes.commitAccepted('Agent')).toMatchObject({
      error: { message: expect.stringContaining('a.txt has a merge conflict in your project.') },
    });
  });
});
