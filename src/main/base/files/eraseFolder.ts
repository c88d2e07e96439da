import { chmod, lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from './ifExists';
import { randomName } from './randomName';

const OWNER_ALL = 0o700;
/** Files removed at the same time; more only queue in the disk. */
const REMOVED_AT_ONCE = 32;
/** Systems take no longer paths than some thousand bytes, and the name of a file still follows. */
const LONGEST_PATH_BYTES = 700;

interface OpenFolder {
  readonly path: string;
  /** Its subfolders that are still there. */
  readonly folders: string[];
}

/**
 * Removes a file, or a folder with all its content. Folders that an agent made inaccessible to
 * their owner are opened first, and those that lie too deep for a path are moved up. Stops between two files
 * when told to; calling it again continues.
 */
export async function eraseFolder(path: string, signal?: AbortSignal): Promise<void> {
  const status = await ifExists(lstat(path));
  if (status === undefined) return;
  if (!status.isDirectory()) {
    await ifExists(unlink(path));
    return;
  }
  const open = [await withoutFiles(path, signal)];
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const child = folder.folders.pop();
    if (child !== undefined && isTooLong(join(folder.path, child), path)) {
      open[0]?.folders.push(await movedUp(join(folder.path, child), path));
      continue;
    }
    if (child !== undefined) {
      open.push(await withoutFiles(join(folder.path, child), signal));
      continue;
    }
    await ifExists(rmdir(folder.path));
    open.pop();
  }
}

function isTooLong(folder: string, top: string): boolean {
  return Buffer.byteLength(folder) - Buffer.byteLength(top) > LONGEST_PATH_BYTES;
}

/** Its new name, in the folder that is removed as a whole. */
async function movedUp(folder: string, top: string): Promise<string> {
  // Its entry “..” changes with the move.
  await makeAccessible(folder);
  const name = randomName();
  await rename(folder, join(top, name));
  return name;
}

async function makeAccessible(path: string): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & OWNER_ALL) !== OWNER_ALL) await chmod(path, mode | OWNER_ALL);
}

async function withoutFiles(path: string, signal?: AbortSignal): Promise<OpenFolder> {
  signal?.throwIfAborted();
  await makeAccessible(path);
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of await readdir(path, { withFileTypes: true })) {
    (entry.isDirectory() ? folders : files).push(entry.name);
  }
  for (let start = 0; start < files.length; start += REMOVED_AT_ONCE) {
    signal?.throwIfAborted();
    const group = files.slice(start, start + REMOVED_AT_ONCE);
    await Promise.all(group.map((name) => ifExists(unlink(join(path, name)))));
  }
  return { path, folders };
}
