import { copyFile, lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import { type Git, joinZeros } from '#main/git/git';
import type { ObjectId, SessionId } from '#shared/ids';
import { refuse } from '../attempt';
import { FILES_AT_ONCE, PROJECT_BYTES, PROJECT_FILES, STORED_FILE_BYTES } from '../limits';
import { mapLimited } from '../mapLimited';
import type { Notice } from '../notice';
import { filteredPaths } from './conversions';
import type { GuardedRepository } from './guardedRepository';
import type { Repository } from './repository';

/** The user's files as they are, uncommitted and untracked ones too, as a commit of their repository. */
export interface Snapshot {
  readonly commit: ObjectId;
  readonly tree: ObjectId;
  /** What was checked out when it was taken; null before the first commit. */
  readonly parent: ObjectId | null;
  readonly tracked: readonly string[];
  /** Untracked files that pass a filter, and are therefore not part of the commit. */
  readonly left: readonly string[];
  /** Folders with a repository of their own. */
  readonly nested: readonly string[];
  readonly notices: readonly Notice[];
}

const identity = {
  GIT_AUTHOR_NAME: 'Airlock',
  GIT_AUTHOR_EMAIL: 'airlock@localhost',
  GIT_COMMITTER_NAME: 'Airlock',
  GIT_COMMITTER_EMAIL: 'airlock@localhost',
};
const MESSAGE = 'Uncommitted work, as it was when the session began';
const GITLINK = '160000';

/** Commits that are nobody's own. */
export function authored(git: Git): Git {
  return git.with({ environment: identity });
}

/** Under it a session's commits are kept from being cleaned away, and out of the user's sight. */
export function sessionRef(session: SessionId, name: string): string {
  return `refs/airlock/${session}/${name}`;
}

/**
 * Goes by an index of its own, so that nothing of the user's is touched but the object store. What
 * passes a filter on its way into git is left as git knows it: we run no filters, and what they keep
 * out of the repository must not get into it.
 */
export async function takeSnapshot(
  git: Git,
  guarded: GuardedRepository,
  repository: Repository,
  index: string,
): Promise<Snapshot> {
  const own = guarded.git(repository.root, index);
  try {
    await copyIndex(git, repository, index);
    const [untracked, modified] = await Promise.all([
      own.list(['ls-files', '-z', '--others', '--exclude-standard']),
      own.list(['diff-files', '-z', '--name-only', '--no-renames', '--ignore-submodules=all']),
    ]);
    const filtered = new Set(await filteredPaths(own, [...modified, ...untracked]));
    const isPlain = (path: string) => !filtered.has(path);
    await updateIndex(own, [...new Set(modified.filter(isPlain))]);
    const notices: Notice[] = [];
    const nested = await addUntracked(own, untracked.filter(isPlain), repository.root, notices);
    const tree = (await own.text(['write-tree', '--missing-ok'])) as ObjectId;
    const entries = (await own.list(['ls-files', '-z', '--stage'])).map(parseEntry);
    return {
      commit: await commitTree(own, tree, repository.head),
      tree,
      parent: repository.head,
      tracked: entries.filter(({ mode }) => mode !== GITLINK).map(({ path }) => path),
      left: untracked.filter((path) => filtered.has(path)),
      nested: [
        ...entries.filter(({ mode }) => mode === GITLINK).map(({ path }) => path),
        ...nested,
      ],
      notices,
    };
  } finally {
    await rm(index, { force: true });
  }
}

/** One that is split into two files is put together, since the other stays in the user's git folder. */
async function copyIndex(git: Git, repository: Repository, index: string): Promise<void> {
  await rm(index, { force: true });
  await ifExists(copyFile(repository.index, index));
  const there = git.with({ cwd: repository.root });
  const names = await readdir(dirname(repository.index));
  if (!names.some((name) => name.startsWith('sharedindex.'))) return;
  const copied = there.with({ environment: { GIT_INDEX_FILE: index } });
  await copied.run(['update-index', '--no-split-index', '--force-write-index']);
}

async function updateIndex(git: Git, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const input = joinZeros(paths);
  await git.run(['update-index', '-z', '--add', '--remove', '--stdin'], { input });
}

/** Returns the folders that have a repository of their own. */
async function addUntracked(
  git: Git,
  found: readonly string[],
  root: string,
  notices: Notice[],
): Promise<string[]> {
  const nested = found.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
  const files = found.filter((path) => !path.endsWith('/'));
  const sizes = await mapLimited(FILES_AT_ONCE, files, async (path) => {
    const status = await ifExists(lstat(join(root, path)));
    return status?.size ?? 0;
  });
  const wanted = files.filter((path, position) => {
    const isTooLarge = (sizes[position] ?? 0) > STORED_FILE_BYTES;
    if (isTooLarge) notices.push({ path, reason: 'too-large' });
    return !isTooLarge;
  });
  const bytes = sizes.reduce((sum, size) => sum + Math.min(size, STORED_FILE_BYTES), 0);
  if (wanted.length > PROJECT_FILES || bytes > PROJECT_BYTES) {
    throw refuse(
      `The project has ${wanted.length} untracked files that no .gitignore leaves out: too many to copy.`,
    );
  }
  await updateIndex(git, wanted);
  return nested;
}

async function commitTree(git: Git, tree: ObjectId, head: ObjectId | null): Promise<ObjectId> {
  if (head !== null && (await git.text(['rev-parse', `${head}^{tree}`])) === tree) return head;
  const parents = head === null ? [] : ['-p', head];
  return (await authored(git).text(['commit-tree', ...parents, '-m', MESSAGE, tree])) as ObjectId;
}

function parseEntry(line: string): { mode: string; path: string } {
  const tab = line.indexOf('\t');
  return { mode: line.slice(0, 6), path: line.slice(tab + 1) };
}
