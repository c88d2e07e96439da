import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ObjectId, SessionId } from '#shared/ids';
import { withoutFilters } from './conversions';
import type { Git } from './git';
import { sessionRef } from './snapshot';

/** A working tree of the user's repository for one session, with no branch checked out. */
export async function addWorktree(git: Git, path: string, commit: ObjectId): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const raw = await withoutFilters(git);
  await raw.run(['worktree', 'add', '--quiet', '--detach', path, commit]);
}

/** The index that the user's git keeps for a working tree. */
export async function worktreeIndex(git: Git, path: string): Promise<string> {
  const index = await git.with({ cwd: path }).text(['rev-parse', '--git-path', 'index']);
  return index.startsWith('/') || /^[A-Za-z]:/.test(index) ? index : join(path, index);
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
  if ((await listWorktrees(git)).includes(path)) return true;
  await git.run(['worktree', 'repair', path], { accepts: [0, 1, 128] });
  return (await listWorktrees(git)).includes(path);
}

async function listWorktrees(git: Git): Promise<readonly string[]> {
  const fields = await git.list(['worktree', 'list', '--porcelain', '-z']);
  return fields
    .filter((field) => field.startsWith('worktree '))
    .map((field) => field.slice('worktree '.length));
}
