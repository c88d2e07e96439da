import { describe, expect, it } from 'vitest';
import { put } from '#test/support/guardedSession';
import { testFolder } from '#test/support/testFolder';
import { listGitFiles } from './gitFiles';

const OWN = 'ses_own000000001';
const OTHER = 'ses_other0000001';

/** Which of these files of a git folder are guarded. */
async function listed(paths: readonly string[]): Promise<readonly string[]> {
  const folder = testFolder().path;
  put(folder, Object.fromEntries(paths.map((path) => [path, 'x\n'])));
  const { files, isComplete } = await listGitFiles(folder, OWN);
  expect(isComplete).toBe(true);
  expect(files.every(({ place, reason }) => place === 'repository' && reason !== '')).toBe(true);
  return files.map(({ path }) => path).sort();
}

describe('git’s own files', () => {
  it('are guarded where they say what runs, what is looked at, or where the repository is', async () => {
    const guarded = [
      'commondir',
      'config',
      'config.worktree',
      'hooks/deeper/script',
      'hooks/pre-commit',
      'info/attributes',
      'info/exclude',
      'info/sparse-checkout',
      'modules/a/b/config',
      'modules/a/b/config.worktree',
      'modules/a/b/hooks/pre-push',
      'modules/a/b/info/attributes',
      'modules/a/commondir',
      'modules/a/modules/c/config',
      'modules/a/objects/info/alternates',
      'objects/info/alternates',
      'rebase-merge/git-rebase-todo',
      'sequencer/todo',
      'worktrees/linked/HEAD',
      'worktrees/linked/commondir',
      'worktrees/linked/config.worktree',
      'worktrees/linked/gitdir',
      'worktrees/linked/rebase-merge/git-rebase-todo',
      'worktrees/linked/sequencer/todo',
    ];
    expect(await listed(guarded)).toEqual(guarded);
  });

  it('are left to git where nothing in them runs, or the review of the tree shows what they do', async () => {
    expect(
      await listed([
        'HEAD',
        'COMMIT_EDITMSG',
        'config.lock',
        'hooks/pre-commit.sample',
        'index',
        'logs/HEAD',
        'modules/a/objects/pack/x.pack',
        'modules/a/refs/heads/main',
        'objects/pack/x.pack',
        'refs/heads/main',
        'sequencer/head',
        'worktrees/linked/index',
      ]),
    ).toEqual([]);
  });

  it('are those of the session’s own worktree, of an earlier version, and of no other session’s', async () => {
    const of = (session: string) =>
      ['HEAD', 'commondir', 'gitdir', 'rebase-merge/git-rebase-todo'].map(
        (name) => `worktrees/${session}/${name}`,
      );
    expect(await listed([...of(OWN), ...of(OTHER)])).toEqual(of(OWN).slice(1));
  });
});
