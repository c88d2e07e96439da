import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';

/** The first entries of a folder: a folder with a million entries must not block anything. */
export async function entriesUpTo(folder: string, bound: number): Promise<readonly Dirent[]> {
  const found: Dirent[] = [];
  const opened = await opendir(folder, { bufferSize: 256 }).catch(() => null);
  if (opened === null) return found;
  try {
    // Leaving the loop closes the folder.
    for await (const entry of opened) {
      if (found.length >= bound) break;
      found.push(entry);
    }
  } catch (error) {
    // The folder was deleted in the meantime.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
  return found;
}

/**
 * Whether it is a folder that we may not list. Anyone who may enter it can still use its files by
 * name.
 */
export async function isClosed(folder: string): Promise<boolean> {
  try {
    await (await opendir(folder)).close();
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code === 'EACCES' || code === 'EPERM';
  }
}
