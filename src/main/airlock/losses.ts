import { lstat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import { type FolderSize, measureFolder } from '#main/base/measureFolder';
import type { Git } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import { listWorktrees } from './git/worktree';
import { COUNTED_FILES } from './limits';
import type { SessionRecord } from './sessionRecord';

/** What is only in a session's copy, besides the changes that are listed. */
export interface CopyLosses {
  /** What the project leaves out by its ignore rules, such as the output of a build. */
  readonly ignored: FolderSize;
  /** Commits that were made in the copy and that no branch, tag or remote has; left ones, too. */
  readonly commits: number;
  /** Files of which a version is staged that is neither committed nor among the copy's files. */
  readonly staged: number;
  /** The copy has a repository of its own, with whatever is in it. */
  readonly hasOwnRepository: boolean;
}

const NO_HISTORY = { commits: 0, staged: 0 };

/** Counts what deleting a copy would take along that no review shows. */
export async function findCopyLosses(
  record: SessionRecord,
  /** At work in the copy, by the shadow repository. */
  shadow: Git,
  /** At work in the user's repository; null if there is none. */
  user: Git | null,
): Promise<CopyLosses> {
  const [ignored, history, dotGit] = await Promise.all([
    measureIgnored(shadow, record.workRoot),
    user === null ? NO_HISTORY : findHistory(user, record),
    ifExists(lstat(join(record.workRoot, '.git'))),
  ]);
  return { ignored, ...history, hasOwnRepository: dotGit?.isDirectory() ?? false };
}

async function measureIgnored(git: Git, workRoot: string): Promise<FolderSize> {
  const command = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  let files = 0;
  let bytes = 0;
  let isPartial = false;
  for (const path of await git.list(command)) {
    const maxFiles = COUNTED_FILES - files;
    const found = await measureFolder(join(workRoot, path.replace(/\/$/, '')), { maxFiles });
    files += found.files;
    bytes += found.bytes;
    isPartial ||= found.isPartial;
    if (files >= COUNTED_FILES) return { files, bytes, isPartial: true };
  }
  return { files, bytes, isPartial };
}

/** All by the user's repository, which has the copy's index and reflog: nothing runs in the copy. */
async function findHistory(
  git: Git,
  record: SessionRecord,
): Promise<Pick<CopyLosses, 'commits' | 'staged'>> {
  const tree = (await listWorktrees(git)).find(({ path }) => path === record.workRoot);
  if (tree?.head === undefined) return NO_HISTORY;
  const name = basename(record.workRoot);
  return {
    commits: await countCommits(git, record, tree.head, name),
    staged: await countStaged(git, record, tree.head, name),
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

async function countStaged(
  git: Git,
  { workRoot }: SessionRecord,
  head: ObjectId,
  name: string,
): Promise<number> {
  const common = await git.path(['rev-parse', '--path-format=absolute', '--git-common-dir']);
  const index = join(common, 'worktrees', name, 'index');
  const inCopy = git.with({ environment: { GIT_INDEX_FILE: index, GIT_WORK_TREE: workRoot } });
  const options = ['-z', '--name-only', '--no-renames', '--ignore-submodules=all'];
  const [staged, differing] = await Promise.all([
    inCopy.list(['diff-index', '--cached', '--diff-filter=d', ...options, head, '--']),
    inCopy.list(['diff-files', ...options, '--']),
  ]);
  const isElsewhere = new Set(differing);
  return staged.filter((path) => isElsewhere.has(path)).length;
}
