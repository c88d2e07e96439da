import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '#main/base/ifExists';
import { FILES_AT_ONCE } from './limits';
import { mapLimited } from './mapLimited';

/** The bytes of all files below a folder; links are not followed, and what is shared counts once more. */
export async function folderSize(folder: string): Promise<number> {
  let total = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const entries = (await ifExists(readdir(next, { withFileTypes: true }))) ?? [];
    const files = entries.filter((entry) => !entry.isDirectory());
    const place = next;
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(place, entry.name));
    const sizes = await mapLimited(FILES_AT_ONCE, files, (entry) =>
      ifExists(lstat(join(place, entry.name))),
    );
    total += sizes.reduce((sum, status) => sum + (status?.size ?? 0), 0);
  }
  return total;
}
