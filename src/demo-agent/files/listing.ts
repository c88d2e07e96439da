import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { hardenedGit } from '#shared/git/hardenedGit';
import { throwIfCancelled } from '../cancelled';
import type { Roots } from './roots';

export interface ListedFile {
  readonly absolute: string;
  /** The path from its root, with forward slashes; globs are matched against it. */
  readonly relative: string;
  /** The path as it is shown to the user. */
  readonly name: string;
}

export interface Listing {
  readonly files: readonly ListedFile[];
  /** There were more files than we list. */
  readonly truncated: boolean;
}

const maxFiles = 20_000;
const maxDepth = 40;
const gitTimeout = 15_000;
const skippedFolders = new Set([
  '.git',
  '.hg',
  '.svn',
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.cache',
]);

const run = promisify(execFile);

/** The project's files, without those that git ignores. */
export async function listFiles(roots: Roots, signal: AbortSignal): Promise<Listing> {
  const seen = new Map<string, ListedFile>();
  let truncated = false;
  for (const root of roots.folders) {
    const paths = (await listWithGit(root, signal)) ?? (await walk(root, signal));
    for (const path of paths) {
      if (seen.size >= maxFiles) {
        truncated = true;
        break;
      }
      const absolute = join(root, path);
      if (!seen.has(absolute))
        seen.set(absolute, { absolute, relative: path, name: roots.display(absolute) });
    }
  }
  const files = [...seen.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { files, truncated };
}

async function listWithGit(root: string, signal: AbortSignal): Promise<string[] | undefined> {
  try {
    // A repository can configure programs to run, but listing files must not run any.
    const call = hardenedGit({
      args: ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
      inherited: process.env,
    });
    const { stdout } = await run('git', call.args, {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
      timeout: gitTimeout,
      signal,
      env: call.environment as NodeJS.ProcessEnv,
    });
    return [...new Set(stdout.split('\0').filter((path) => path !== ''))];
  } catch {
    throwIfCancelled(signal);
    // There is no git, no repository, or git does not trust it, so the folder is walked instead.
    return undefined;
  }
}

/** Does not follow links: their targets are listed where they are, or lie outside the project. */
async function walk(root: string, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  const queue: Array<{ folder: string; depth: number }> = [{ folder: '', depth: 0 }];
  for (const { folder, depth } of queue) {
    throwIfCancelled(signal);
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}${sep}${entry.name}`;
      if (entry.isFile()) found.push(path.split(sep).join('/'));
      else if (entry.isDirectory() && !skippedFolders.has(entry.name) && depth < maxDepth) {
        queue.push({ folder: path, depth: depth + 1 });
      }
    }
    if (found.length > maxFiles) break;
  }
  return found;
}
