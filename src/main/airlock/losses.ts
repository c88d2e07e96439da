import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** Commits that were made in the copy and that no branch, tag or remote has. */
  readonly commits: number;
  /** The copy has a repository of its own, with whatever is in it. */
  readonly hasOwnRepository: boolean;
}

/** Counts what deleting a copy would take along that no review shows. */
export async function findCopyLosses(
  record: SessionRecord,
  /** At work in the copy, by the shadow repository. */
  shadow: Git,
  /** At work in the user's repository; null if there is none. */
  user: Git | null,
): Promise<CopyLosses> {
  const [ignored, commits, dotGit] = await Promise.all([
    measureIgnored(shadow, record.workRoot),
    user === null ? 0 : countCommits(user, record),
    ifExists(lstat(join(record.workRoot, '.git'))),
  ]);
  return { ignored, commits, hasOwnRepository: dotGit?.isDirectory() ?? false };
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

async function countCommits(git: Git, { workRoot, snapshot, parent }: SessionRecord) {
  const tree = (await listWorktrees(git)).find(({ path }) => path === workRoot);
  if (tree?.head === undefined) return 0;
  const known = [snapshot, parent].filter((commit): commit is ObjectId => commit !== null);
  const others = ['--not', '--branches', '--tags', '--remotes', ...known];
  return Number(await git.text(['rev-list', '--count', tree.head, ...others]));
}
