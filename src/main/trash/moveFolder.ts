import { chmod, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { MOVE_ATTEMPTS, MOVE_PAUSE_MILLISECONDS } from './limits';

const OWNER_ALL = 0o700;

/** Moves a folder by renaming, which takes the same time for any size, and makes the move durable. */
export async function moveFolder(from: string, to: string): Promise<void> {
  await renamePatiently(from, to);
  await Promise.all([dirname(from), dirname(to)].map(syncFolder));
}

async function renamePatiently(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(from, to);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isRefused = code === 'EACCES' || code === 'EPERM' || code === 'EBUSY';
      if (!isRefused || attempt >= MOVE_ATTEMPTS) throw error;
      // A folder that its owner may not write to cannot be moved, because its entry “..” would
      // change.
      if (process.platform === 'win32') await setTimeout(MOVE_PAUSE_MILLISECONDS * attempt);
      else if (!(await makeWritable(from))) throw error;
    }
  }
}

/** Makes a folder writable. False if it was already, so that trying again is useless. */
async function makeWritable(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  if ((mode & OWNER_ALL) === OWNER_ALL) return false;
  await chmod(path, mode | OWNER_ALL);
  return true;
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
