import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { HEAD_BYTES } from './limits';

/**
 * The current branch of a folder's repository, or the start of the commit's id if no branch is
 * checked out; null outside a repository. Read from git's own files, so that no process is needed.
 */
export async function readBranch(folder: string): Promise<string | null> {
  for (let place = folder; ; place = dirname(place)) {
    const head = await readHead(place);
    if (head !== null) return branchIn(head);
    if (dirname(place) === place) return null;
  }
}

async function readHead(folder: string): Promise<string | null> {
  const entry = join(folder, '.git');
  const head = await readStart(join(entry, 'HEAD'));
  if (head !== null) return head;
  // A linked worktree or a submodule names its git folder in a file.
  const [, linked] = /^gitdir: (.+)$/m.exec((await readStart(entry)) ?? '') ?? [];
  return linked === undefined ? null : readStart(resolve(folder, linked.trim(), 'HEAD'));
}

function branchIn(head: string): string | null {
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(head) ?? [];
  if (branch !== undefined) return branch.trim();
  const [commit] = /^[0-9a-f]{40,64}$/m.exec(head) ?? [];
  return commit?.slice(0, 8) ?? null;
}

async function readStart(path: string): Promise<string | null> {
  try {
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!(await file.stat()).isFile()) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } catch {
    // The file is missing or unreadable; the branch is only shown, so nothing depends on it.
    return null;
  }
}
