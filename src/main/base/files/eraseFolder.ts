import type { Dirent } from 'node:fs';
import { chmod, lstat, readdir, rename, rmdir, unlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { ifExists } from './ifExists';
import { randomName } from './randomName';

const OWNER_ALL = 0o700;
/** Files that are removed at the same time; more would only wait for the disk. */
const REMOVED_AT_ONCE = 32;
/**
 * Folders with longer paths are moved up before they are removed: Linux accepts 4,096 bytes, macOS
 * 1,024.
 */
const REACHED_BYTES = 512;

/** A folder as bytes, because names on disk need not be text. */
interface OpenFolder {
  readonly path: Buffer;
  /** The remaining subfolders. */
  readonly folders: Buffer[];
}

/**
 * Removes a file, or a folder with all its content, whatever its name and however deep it is.
 * Folders that an agent made inaccessible to their owner are made accessible first. Stops between
 * two files when aborted; calling it again continues.
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

/** Moves a folder up if its path is too long for the system. */
async function withinReach(folder: Buffer, root: Buffer): Promise<Buffer> {
  if (folder.length <= root.length + REACHED_BYTES) return folder;
  // Moving the folder changes its “..” entry, which requires write access.
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
