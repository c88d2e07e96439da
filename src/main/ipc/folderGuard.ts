import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';

const MAX_PATH = 4_096;

/**
 * A folder's path in a single spelling: `~` becomes the home folder, and a slash at the end is
 * removed. Line breaks are valid in names; no system accepts a zero byte.
 */
export const folder = z
  .string()
  .min(1)
  .max(MAX_PATH)
  .refine(
    (path) => !path.includes('\0'),
    'The name of this folder contains a zero byte. Choose another folder.',
  )
  .transform((path) => plainFolder(path, homedir()));

export function plainFolder(path: string, home: string): string {
  const full = /^~(?:$|[/\\])/.test(path) ? join(home, path.slice(1)) : path;
  return isAbsolute(full) ? resolve(full) : full;
}
