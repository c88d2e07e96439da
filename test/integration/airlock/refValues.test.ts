import { describe, expect, it } from 'vitest';
import { RefValues } from '#main/airlock/guard/refValues';
import { Git } from '#main/git/git';
import { CountingGit } from '#test/support/countingGit';
import { GitRepository } from '#test/support/gitRepository';
import { testFolder } from '#test/support/testFolder';

async function start() {
  const folder = testFolder();
  const repository = await GitRepository.createWith(folder.join('project'), { 'a.txt': 'a\n' });
  await repository.git('branch', 'side');
  return { folder, repository, id: await repository.head() };
}

async function read({ path }: GitRepository, program = 'git') {
  return (await new RefValues(new Git(program, { cwd: path })).read(new Set())).values;
}

describe('the values of the user’s refs', () => {
  it('tell the branch that is checked out before all others', async () => {
    const { repository, id } = await start();
    expect([...(await read(repository))]).toEqual([
      ['HEAD', 'refs/heads/main'],
      ['refs/heads/main', id],
      ['refs/heads/side', id],
    ]);
    await repository.git('checkout', '--quiet', 'side');
    expect((await read(repository)).get('HEAD')).toBe('refs/heads/side');
  });

  it('tell the branch that another name of it leads to', async () => {
    const { repository, id } = await start();
    await repository.git('symbolic-ref', 'refs/heads/also', 'refs/heads/main');
    await repository.git('symbolic-ref', 'HEAD', 'refs/heads/also');
    const values = await read(repository);
    expect(values.get('HEAD')).toBe('refs/heads/main');
    expect(values.get('refs/heads/also')).toBe('refs/heads/main');
    expect(values.get('refs/heads/main')).toBe(id);
  });

  it('tell the branch of this working tree, and not that of another', async () => {
    const { folder, repository } = await start();
    const linked = new GitRepository(folder.join('linked'));
    await repository.git('worktree', 'add', '--quiet', linked.path, 'side');
    expect((await read(repository)).get('HEAD')).toBe('refs/heads/main');
    expect((await read(linked)).get('HEAD')).toBe('refs/heads/side');
    await linked.git('checkout', '--quiet', '--detach');
    expect((await read(linked)).get('HEAD')).toBe(await linked.head());
  });

  it('tell the commit of a detached head', async () => {
    const { repository, id } = await start();
    await repository.git('checkout', '--quiet', '--detach');
    expect((await read(repository)).get('HEAD')).toBe(id);
  });

  it('tell a branch that has no commit yet', async () => {
    const { folder, repository } = await start();
    await repository.git('symbolic-ref', 'HEAD', 'refs/heads/new');
    expect((await read(repository)).get('HEAD')).toBe('refs/heads/new');
    const empty = await GitRepository.create(folder.join('empty'));
    expect([...(await read(empty))]).toEqual([['HEAD', 'refs/heads/main']]);
  });

  it('tell a ref that is no branch', async () => {
    const { repository, id } = await start();
    await repository.git('update-ref', 'refs/other/place', id);
    await repository.git('symbolic-ref', 'HEAD', 'refs/other/place');
    expect((await read(repository)).get('HEAD')).toBe('refs/other/place');
  });

  it.runIf(process.platform !== 'win32')('cost one command on a branch', async () => {
    const { folder, repository } = await start();
    const git = new CountingGit(folder);
    await read(repository, git.program);
    expect(git.count()).toBe(1);
    await repository.git('checkout', '--quiet', '--detach');
    await read(repository, git.program);
    expect(git.count()).toBe(3);
  });
});
