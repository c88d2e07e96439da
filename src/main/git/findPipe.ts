import type { Dir, Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PIPE_SEARCH_ENTRIES, PIPE_SEARCH_REST_MILLISECONDS } from './limits';

/** Files that git opens in every folder without checking what they are. */
const RULES = new Set(['.gitignore', '.gitattributes']);

/** The number of entries that are examined between two pauses, and the pause. */
interface Pace {
  readonly entries: number;
  rest(signal: AbortSignal): Promise<unknown>;
}

/** Slow commands usually do not wait for a pipe, and need the disk themselves. */
const SLOW: Pace = {
  entries: PIPE_SEARCH_ENTRIES,
  rest: (signal) => setTimeout(PIPE_SEARCH_REST_MILLISECONDS, undefined, { signal, ref: false }),
};

/**
 * A pipe below a folder that would block git: in place of a rules file, or anywhere in git's own
 * folder. Null if there is none, or if the signal aborts.
 */
export async function findPipe(
  folder: string,
  signal: AbortSignal,
  pace: Pace = SLOW,
): Promise<string | null> {
  let seen = 0;
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    try {
      for await (const entry of (await openedFolder(join(folder, below))) ?? []) {
        if (++seen % pace.entries === 0) await pace.rest(signal);
        if (signal.aborted) return null;
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        if (isWaitedFor(entry, path)) return path;
        if (entry.isDirectory() && !/(?:^|\/)\.git\/objects\/(?!info$)/.test(path))
          waiting.push(path);
      }
    } catch (error) {
      if (signal.aborted) return null;
      // The folder was deleted while it was read.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    }
  }
  return null;
}

/** The opened folder; null if it is gone or closed to us. */
function openedFolder(path: string): Promise<Dir | null> {
  return opendir(path, { bufferSize: 256 }).catch(() => null);
}

function isWaitedFor(entry: Dirent, path: string): boolean {
  return entry.isFIFO() && (RULES.has(entry.name) || /(?:^|\/)\.git(?:\/|$)/.test(path));
}
