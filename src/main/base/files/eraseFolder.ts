import type { Dirent } from 'node:fs';
import { chmod, lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { ifExists } from './ifExists';
import { randomName } from './randomName';

const OWNER_ALL = 0o700;
/** Files removed at the same time; more only queue in the disk. */
const REMOVED_AT_ONCE = 32;
/** Folders below this length of path are moved up before they are removed: Linux takes 4,096 bytes, macOS 1,024. */
const REACHED_BYTES = 512;

/** In bytes: names on the disk need not be text. */
interface OpenFolder {
  readonly path: Buffer;
  /** The subfolders that are still there. */
  readonly folders: Buffer[];
}

/**
 * Removes a file, or a folder with all its content, whatever it is called and however deep it is. Folders that an
 * agent made inaccessible to their owner are opened first. Stops between two files when told to; calling it again
 * continues.
 */
export async function eraseFolder(path: string, signal?: AbortSignal): Promise<void> {
  const status = await ifExists(lstat(path));
  if (status === undefined) return;
  if (!status.isDirectory()) {
    await ifExists(unlink(path));
    return;
  }
  const root = Buffer.from(path);
  const open = [await withoutFiles(root, signal)];
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const child = folder.folders.pop();
    if (child !== undefined) {
      const place = await withinReach(below(folder.path, child), root);
      open.push(await withoutFiles(place, signal));
      continue;
    }
    await ifExists(rmdir(folder.path));
    open.pop();
  }
}

function below(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from(sep), name]);
}

/** The system takes no path of any length: a folder that is too deep is moved up first. */
async function withinReach(folder: Buffer, root: Buffer): Promise<Buffer> {
  if (folder.length <= root.length + REACHED_BYTES) return folder;
  // The folder's entry “..” changes with the move.
  await makeAccessible(folder);
  const raised = below(root, Buffer.from(`.airlock-${randomName()}`));
  await rename(folder, raised);
  return raised;
}

async function makeAccessible(folder: Buffer): Promise<void> {
  const { mode } = await lstat(folder);
  if ((mode & OWNER_ALL) !== OWNER_ALL) await chmod(folder, mode | OWNER_ALL);
}

async function withoutFiles(path: Buffer, signal?: AbortSignal): Promise<OpenFolder> {
  signal?.throwIfAborted();
  await makeAccessible(path);
  const folders: Buffer[] = [];
  const files: Buffer[] = [];
  const entries: readonly Dirent<Buffer>[] = await readdir(path, {
    withFileTypes: true,
    encoding: 'buffer',
  });
  for (const entry of entries) (entry.isDirectory() ? folders : files).push(entry.name);
  for (let start = 0; start < files.length; start += REMOVED_AT_ONCE) {
    signal?.throwIfAborted();
    const group = files.slice(start, start + REMOVED_AT_ONCE);
    await Promise.all(group.map((name) => ifExists(unlink(below(path, name)))));
  }
  return { path, folders };
}
