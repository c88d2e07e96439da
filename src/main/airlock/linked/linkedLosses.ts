import { basename, join } from 'node:path';
import type { SessionRecord } from '#main/airlock/sessionRecord';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import type { CopyLosses } from '#shared/ipc/changes';
import { listWorktrees } from './worktree';

const NO_HISTORY = { commits: 0, staged: 0 };

/**
 * Counts losses with the user's repository, which has the copy's index and reflog. The copy's files
 * are examined through a git folder of ours, because git would run files as new as the index
 * through the filters that the repository names.
 */
export async function findLinkedLosses(
  git: Git,
  record: SessionRecord,
  own: Git,
): Promise<Pick<CopyLosses, 'commits' | 'staged'>> {
  const tree = (await listWorktrees(git)).find(({ path }) => path === record.workRoot);
  if (tree?.head === undefined) return NO_HISTORY;
  const name = basename(record.workRoot);
  return {
    commits: await countCommits(git, record, tree.head, name),
    staged: await countStaged(git, own, tree.head, name),
  };
}

async function countCommits(
  git: Git,
  { snapshot, parent }: SessionRecord,
  head: ObjectId,
  name: string,
): Promise<number> {
  const left = await git.maybe(['rev-list', '--walk-reflogs', `worktrees/${name}/HEAD`, '--']);
  const known = [snapshot, parent].filter((commit): commit is ObjectId => commit !== null);
  const others = ['--not', '--branches', '--tags', '--remotes', ...known];
  const input = [head, ...(left ?? '').split('\n')].filter((id) => id !== '').join('\n');
  const count = ['rev-list', '--count', '--ignore-missing', '--stdin', ...others];
  return Number(await git.text(count, { input: `${input}\n` }));
}

async function countStaged(git: Git, own: Git, head: ObjectId, name: string): Promise<number> {
  const common = await git.path(['rev-parse', '--path-format=absolute', '--git-common-dir']);
  const index = join(common, 'worktrees', name, 'index');
  const environment = { GIT_INDEX_FILE: index };
  const options = ['-z', '--name-only', '--no-renames', '--ignore-submodules=all'];
  const [staged, differing] = await Promise.all([
    git
      .with({ environment })
      .list(['diff-index', '--cached', '--diff-filter=d', ...options, head, '--']),
    own.with({ environment }).list(['diff-files', ...options, '--']),
  ]);
  const isElsewhere = new Set(differing);
  return staged.filter((path) => isElsewhere.has(path)).length;
}
