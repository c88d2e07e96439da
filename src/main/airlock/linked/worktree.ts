import { lstat, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { refuse } from '#main/airlock/disk/attempt';
import type { SessionRecord } from '#main/airlock/sessionRecord';
import type { GuardedRepository } from '#main/airlock/tree/guardedRepository';
import { findRepository } from '#main/airlock/tree/repository';
import { sessionRef } from '#main/airlock/tree/snapshot';
import { guard } from '#main/airlock/tree/workspace';
import { ifExists } from '#main/base/files/ifExists';
import type { Git } from '#main/git/git';
import { AppException } from '#shared/errors';
import type { ObjectId, SessionId } from '#shared/ids';

/** The limit for a file that contains a path. */
const ADDRESS_BYTES = 64 * 1024;

/** Whether the record was made by a version that kept session data in the user's repository. */
export function isOfEarlierVersion({ ownRepository }: SessionRecord): boolean {
  return ownRepository === undefined;
}

/** Recreates a session's deleted worktree. `git` is for the user's project. */
export async function recreateWorktree(
  git: Git,
  record: SessionRecord,
  folder: string,
): Promise<void> {
  const repository = await findRepository(git, record.project);
  if (repository === null) return;
  const commits = [record.snapshot, record.parent, repository.head];
  const commit = await firstPresent(git, commits);
  if (commit === null) return;
  await removeWorktree(git, record.workRoot);
  await addWorktree(git, await guard(git, repository, folder), record.workRoot, commit);
}

/**
 * The first of these objects that still exists. The user's git may have collected a commit; the
 * files are then restored from our own store.
 */
async function firstPresent(
  git: Git,
  commits: readonly (ObjectId | null)[],
): Promise<ObjectId | null> {
  for (const commit of commits) {
    if (commit !== null && (await git.maybe(['cat-file', '-e', `${commit}^{tree}`])) !== null) {
      return commit;
    }
  }
  return null;
}

/** Tells the repository where a session's tree is now, so that git keeps the objects it needs. */
export async function followWorktree(git: Git, path: string, sessionId: SessionId): Promise<void> {
  await assertOwnTree(git, path, sessionId);
  if (!(await repairWorktree(git, path))) throw refuse(`Git does not know the tree ${path}.`);
}

/**
 * Throws unless the tree is the session's own: an agent could make its `.git` file point to another
 * tree, which git would then move.
 */
async function assertOwnTree(git: Git, path: string, sessionId: SessionId): Promise<void> {
  const link = await readLine(join(path, '.git'));
  const named = /^gitdir: (.+)$/s.exec(link ?? '')?.[1] ?? '';
  const common = await git.path(['rev-parse', '--path-format=absolute', '--git-common-dir']);
  const isOurs = dirname(named) === join(common, 'worktrees');
  const known = isOurs ? await readLine(join(named, 'gitdir')) : null;
  if (!known?.includes(sessionId)) throw refuse(`${path} does not point to its own repository.`);
}

/** The line of a plain file; null for anything else, because reading a pipe would never end. */
async function readLine(path: string): Promise<string | null> {
  const status = await ifExists(lstat(path));
  if (!status?.isFile() || status.size > ADDRESS_BYTES) return null;
  return (await readFile(path, 'utf8')).trimEnd();
}

/**
 * Creates a worktree of the user's repository for one session, with no branch checked out. The
 * user's git only records it; a git without filters writes the files.
 */
async function addWorktree(
  git: Git,
  guarded: GuardedRepository,
  path: string,
  commit: ObjectId,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await register(git, ['worktree', 'add', '--quiet', '--detach', '--no-checkout', path, commit]);
  const own = guarded.git(path, await worktreeIndex(git, path));
  await own.run(['read-tree', '--reset', '-u', commit]);
}

const ATTEMPTS = 5;

/**
 * Retries: git reads its records of all worktrees, and fails if somebody else is just creating one.
 */
async function register(git: Git, command: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await git.run(command);
      return;
    } catch (error) {
      const detail = error instanceof AppException ? (error.detail ?? '') : '';
      const isRace = /failed to read .*worktrees.*commondir/.test(detail);
      if (!isRace || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The index that the user's git keeps for a working tree. */
async function worktreeIndex(git: Git, path: string): Promise<string> {
  const index = await git.with({ cwd: path }).path(['rev-parse', '--git-path', 'index']);
  return isAbsolute(index) ? index : join(path, index);
}

/** Removes the tree and the repository's record of it, whichever exists. */
export async function removeWorktree(git: Git, path: string): Promise<void> {
  await git.run(['worktree', 'remove', '--force', '--force', path], { accepts: [0, 1, 128] });
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

export async function removeRefs(git: Git, session: SessionId): Promise<void> {
  const pattern = sessionRef(session, '').replace(/\/$/, '');
  const refs = await git.text(['for-each-ref', '--format=%(refname)', pattern]);
  const input = refs
    .split('\n')
    .filter((ref) => ref.startsWith(`${pattern}/`))
    .map((ref) => `delete ${ref}\n`)
    .join('');
  if (input !== '') await git.run(['update-ref', '--stdin'], { input });
}

/**
 * Repairs the repository's record of a tree that was moved with it. Git decides which trees exist.
 */
async function repairWorktree(git: Git, path: string): Promise<boolean> {
  if (await isListed(git, path)) return true;
  await git.run(['worktree', 'repair', path], { accepts: [0, 1, 128] });
  return isListed(git, path);
}

export interface ListedWorktree {
  readonly path: string;
  /** The checked-out commit. */
  readonly head: ObjectId | undefined;
}

export async function listWorktrees(git: Git): Promise<readonly ListedWorktree[]> {
  const fields = await git.list(['worktree', 'list', '--porcelain', '-z']);
  const found: { path: string; head: ObjectId | undefined }[] = [];
  for (const field of fields) {
    const last = found.at(-1);
    if (field.startsWith('worktree ')) {
      found.push({ path: field.slice('worktree '.length), head: undefined });
    } else if (field.startsWith('HEAD ') && last) {
      last.head = field.slice('HEAD '.length) as ObjectId;
    }
  }
  return found;
}

async function isListed(git: Git, path: string): Promise<boolean> {
  return (await listWorktrees(git)).some((tree) => tree.path === path);
}
