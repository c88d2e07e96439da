import { mkdir, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Git } from '#main/git/git';
import { AppException } from '#shared/errors';
import type { ObjectId, SessionId } from '#shared/ids';
import type { GuardedRepository } from './guardedRepository';
import { sessionRef } from './snapshot';

/**
 * A working tree of the user's repository for one session, with no branch checked out. The user's git
 * only notes that there is one; the files are written by a git that runs no filters.
 */
export async function addWorktree(
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

/** Git reads its notes of all working trees, and fails on one that is just being made by somebody else. */
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
export async function worktreeIndex(git: Git, path: string): Promise<string> {
  const index = await git.with({ cwd: path }).path(['rev-parse', '--git-path', 'index']);
  return isAbsolute(index) ? index : join(path, index);
}

/** The tree and the repository's note of it, whichever of them there is. */
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

/** Git has the last word on which trees there are; one that was moved along can be made known again. */
export async function repairWorktree(git: Git, path: string): Promise<boolean> {
  if (await isListed(git, path)) return true;
  await git.run(['worktree', 'repair', path], { accepts: [0, 1, 128] });
  return isListed(git, path);
}

export interface ListedWorktree {
  readonly path: string;
  /** The commit that is checked out. */
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
