import { readdir } from 'node:fs/promises';

/** The names in a folder; none if we may not list it. */
export async function readableNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return [];
  }
}
