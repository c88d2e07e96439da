import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { entriesUpTo } from '#main/base/files/entriesUpTo';
import { PIPE_SEARCH_ENTRIES } from './limits';

/** Files that git opens in every folder without a look at what they are. */
const RULES = new Set(['.gitignore', '.gitattributes']);

/**
 * A pipe, below a folder, that keeps git waiting until somebody writes to it: in place of a file with
 * rules, or anywhere in git's own folder. Null if none is found among as many entries as are looked at.
 */
export async function findPipe(folder: string): Promise<string | null> {
  let left = PIPE_SEARCH_ENTRIES;
  const waiting = [''];
  for (let below = waiting.shift(); below !== undefined && left > 0; below = waiting.shift()) {
    const entries = await entriesUpTo(join(folder, below), left);
    left -= entries.length;
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (isWaitedFor(entry, path)) return path;
      if (entry.isDirectory() && !/(?:^|\/)\.git\/objects\/(?!info$)/.test(path))
        waiting.push(path);
    }
  }
  return null;
}

function isWaitedFor(entry: Dirent, path: string): boolean {
  return entry.isFIFO() && (RULES.has(entry.name) || /(?:^|\/)\.git(?:\/|$)/.test(path));
}
