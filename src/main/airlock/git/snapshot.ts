import { copyFile, lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import type { ObjectId, SessionId } from '#shared/ids';
import { refuse } from '../attempt';
import { FILES_AT_ONCE, PROJECT_BYTES, PROJECT_FILES, STORED_FILE_BYTES } from '../limits';
import { mapLimited } from '../mapLimited';
import type { Notice } from '../notice';
import { type Git, joinZeros } from './git';
import type { Repository } from './repository';

/** The user's files as they are, uncommitted and untracked ones too, as a commit of their repository. */
export interface Snapshot {
  readonly commit: ObjectId;
  readonly tree: ObjectId;
  /** What was checked out when it was taken; null before the first commit. */
  readonly parent: ObjectId | null;
  readonly tracked: readonly string[];
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

/** Goes by an index of its own, so that nothing of the user's is touched but the object store. */
export async function takeSnapshot(
  git: Git,
  repository: Repository,
  index: string,
): Promise<Snapshot> {
  await rm(index, { force: true });
  await ifExists(copyFile(repository.index, index));
  const there = git.with({ cwd: repository.root });
  const own = there.with({ environment: { GIT_INDEX_FILE: index } });
  try {
    const [untracked] = await Promise.all([
      there.list(['ls-files', '-z', '--others', '--exclude-standard']),
      own.run(['add', '--update', '--', '.']),
    ]);
    const notices: Notice[] = [];
    const nested = await addUntracked(own, untracked, repository.root, notices);
    const tree = (await own.text(['write-tree'])) as ObjectId;
    const entries = (await own.list(['ls-files', '-z', '--stage'])).map(parseEntry);
    return {
      commit: await commitTree(own, tree, repository.head),
      tree,
      parent: repository.head,
      tracked: entries.filter(({ mode }) => mode !== GITLINK).map(({ path }) => path),
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
  if (wanted.length > 0) {
    const input = joinZeros(wanted);
    await git.run(['update-index', '-z', '--add', '--remove', '--stdin'], { input });
  }
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
