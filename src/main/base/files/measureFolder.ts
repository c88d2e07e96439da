import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from './ifExists';

export interface FolderSize {
  readonly files: number;
  readonly bytes: number;
  /** Whether something was not counted: a folder could not be read, or a limit was reached. */
  readonly isPartial: boolean;
}

export interface MeasureOptions {
  readonly signal?: AbortSignal;
  /** The number of files at which counting stops. */
  readonly maxFiles?: number;
  /**
   * Leaves out the bytes of files with other hard links: removing this folder would not free them.
   */
  readonly ownBytes?: boolean;
}

const AT_ONCE = 32;
/** Errors for folders that are closed or too deep for a path. */
const UNREAD = new Set(['EACCES', 'EPERM', 'ENOTDIR', 'EIO', 'ENAMETOOLONG']);
const BLOCK_BYTES = 512;
/**
 * Smaller files without blocks are counted by size, because some systems store them differently.
 */
const SPARSE_BYTES = 1_000_000;

/**
 * The size of a file or folder on disk. Links are not followed. By default a file with two hard
 * links counts twice.
 */
export async function measureFolder(
  path: string,
  { signal, maxFiles = Number.POSITIVE_INFINITY, ownBytes = false }: MeasureOptions = {},
): Promise<FolderSize> {
  const top = await ifExists(lstat(path));
  if (top === undefined) return { files: 0, bytes: 0, isPartial: false };
  if (!top.isDirectory()) return { files: 1, bytes: occupied(top), isPartial: false };
  let files = 0;
  let bytes = 0;
  let isPartial = false;
  const folders = [path];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    signal?.throwIfAborted();
    const place = next;
    const entries = await readable(readdir(place, { withFileTypes: true }));
    if (entries === null) isPartial = true;
    const names: string[] = [];
    for (const entry of entries ?? []) {
      if (entry.isDirectory()) folders.push(join(place, entry.name));
      else names.push(entry.name);
    }
    for (let start = 0; start < names.length; start += AT_ONCE) {
      const group = names.slice(start, start + AT_ONCE);
      const found = await Promise.all(group.map((name) => readable(lstat(join(place, name)))));
      for (const status of found) {
        if (status === null) isPartial = true;
        else if (status !== undefined && !(ownBytes && status.nlink > 1)) bytes += occupied(status);
      }
      files += group.length;
      if (files >= maxFiles) return { files, bytes, isPartial: true };
    }
  }
  return { files, bytes, isPartial };
}

/** The bytes on disk: a large file may be mostly holes, such as a virtual machine's disk. */
function occupied({ size, blocks }: Stats): number {
  return size > SPARSE_BYTES ? Math.min(size, blocks * BLOCK_BYTES) : size;
}

/** Null if we may not read it; undefined if it no longer exists. */
async function readable<T>(operation: Promise<T>): Promise<T | null | undefined> {
  try {
    return await ifExists(operation);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && UNREAD.has(code)) return null;
    throw error;
  }
}
