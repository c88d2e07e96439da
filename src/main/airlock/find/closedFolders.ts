import { constants, type Dirent } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { CLOSED_FOLDER_SEARCH, FILES_AT_ONCE } from '#main/airlock/limits';

/**
 * The folders below a root that we may not list or enter, or whose path is too long, each with a
 * trailing `/`. Git only warns about them and continues as if nothing in them had changed.
 */
export async function closedFolders(root: string): Promise<readonly string[]> {
  const closed: string[] = [];
  let left = CLOSED_FOLDER_SEARCH;
  for (let level = ['']; level.length > 0 && left > 0; ) {
    const taken = level.slice(0, left);
    left -= taken.length;
    const found = await mapLimited(FILES_AT_ONCE, taken, async (folder) => {
      const entries = await entriesOf(join(root, folder));
      if (entries === 'closed') closed.push(folder);
      return entries === 'closed' ? [] : foldersAmong(folder, entries);
    });
    level = found.flat();
  }
  return closed.sort();
}

async function entriesOf(folder: string): Promise<readonly Dirent[] | 'closed'> {
  try {
    await access(folder, constants.R_OK | constants.X_OK);
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    // With any other code the folder was removed in the meantime.
    return code === 'EACCES' || code === 'EPERM' || code === 'ENAMETOOLONG' ? 'closed' : [];
  }
}

function foldersAmong(folder: string, entries: readonly Dirent[]): readonly string[] {
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== '.git')
    .map(({ name }) => `${folder}${name}/`);
}
