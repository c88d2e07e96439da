import { chmod, lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/files/ifExists';
import { REMOVED_AT_ONCE } from './limits';

const OWNER_ALL = 0o700;

interface OpenFolder {
  readonly path: string;
  /** Its subfolders that are still there. */
  readonly folders: string[];
}

/**
 * Removes a file, or a folder with all its content. Folders that an agent made inaccessible to
 * their owner are opened first. Stops between two files when told to; calling it again continues.
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
    if (child !== undefined) {
      open.push(await withoutFiles(join(folder.path, child), signal));
      continue;
    }
    await ifExists(rmdir(folder.path));
    open.pop();
  }
}

async function withoutFiles(path: string, signal?: AbortSignal): Promise<OpenFolder> {
  signal?.throwIfAborted();
  const { mode } = await lstat(path);
  if ((mode & OWNER_ALL) !== OWNER_ALL) await chmod(path, mode | OWNER_ALL);
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
