import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { FILES_AT_ONCE } from '#main/airlock/limits';
import { entriesUpTo } from '#main/base/files/entriesUpTo';
import { ifExists } from '#main/base/files/ifExists';
import { pushAll } from '#shared/pushAll';

/** The mark of a path where there is no file. */
export const GONE = 'gone';

/** Facts that show whether a file has changed without reading it. */
export async function fileMarks(
  workTree: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const marks = await mapLimited(FILES_AT_ONCE, paths, (path) => fileMark(workTree, path));
  return new Map(paths.map((path, index) => [path, marks[index] ?? GONE]));
}

/** All files below a folder, whose path ends with a `/`. Null if there are more than the limit. */
export async function filesBelow(
  workTree: string,
  folder: string,
  bound: number,
): Promise<readonly string[] | null> {
  const files: string[] = [];
  for (let level = [folder]; level.length > 0; ) {
    const listed = await mapLimited(FILES_AT_ONCE, level, async (inner) => {
      const entries = await entriesUpTo(join(workTree, inner), bound + 1);
      return entries.map((entry) => ({
        path: `${inner}${entry.name}`,
        isFolder: entry.isDirectory(),
      }));
    });
    const found = listed.flat();
    // For a repository's own folder only its existence counts, because git writes to it all the
    // time.
    const isInner = ({ path, isFolder: is }: (typeof found)[number]) => is && !isGits(path);
    pushAll(
      files,
      found.filter((entry) => !isInner(entry)).map(({ path }) => path),
    );
    level = found.filter(isInner).map(({ path }) => `${path}/`);
    if (files.length + level.length > bound) return null;
  }
  return files;
}

/** Whether a path, or one of its parent folders, is among these. */
export function isAmong(names: { has(name: string): boolean }, path: string): boolean {
  return names.has(path) || foldersOf(path).some((folder) => names.has(folder));
}

export function isFolder(path: string): boolean {
  return path.endsWith('/');
}

async function fileMark(workTree: string, path: string): Promise<string> {
  const looking = lstat(join(workTree, path.replace(/\/$/, '')), { bigint: true });
  const status = await ifExists(looking).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    return undefined;
  });
  return status === undefined ? GONE : markOf(status, isGits(path));
}

function markOf(status: BigIntStats, isKindEnough: boolean): string {
  const { mode, ino, size, ctimeNs } = status;
  const kind = (mode & 0o170000n).toString(8);
  if (isKindEnough) return kind;
  return [kind, ino, status.isDirectory() ? 0n : size, ctimeNs].join(' ');
}

function isGits(path: string): boolean {
  return /(?:^|\/)\.git$/.test(path);
}

function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join('/')}/`);
}
