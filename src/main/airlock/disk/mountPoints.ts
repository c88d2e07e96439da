import { readFile } from 'node:fs/promises';

const TABLE = '/proc/self/mountinfo';

/**
 * The places below a folder where other disks are mounted. Null if this system has no table of
 * them.
 */
export async function mountPointsBelow(folder: string): Promise<readonly string[] | null> {
  if (process.platform !== 'linux') return null;
  try {
    return parseMountPoints(await readFile(TABLE, 'utf8'), folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return null;
  }
}

/** Reads the fifth field of each line, in which spaces and backslashes are written in octal. */
export function parseMountPoints(table: string, folder: string): readonly string[] {
  const below = folder.endsWith('/') ? folder : `${folder}/`;
  const points = table
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .map((point) =>
      point.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8))),
    );
  return [...new Set(points.filter((point) => point.startsWith(below)))].sort();
}
