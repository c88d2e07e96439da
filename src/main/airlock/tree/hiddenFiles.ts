import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { FILES_AT_ONCE } from '#main/airlock/limits';
import { ifExists } from '#main/base/files/ifExists';
import { type Git, joinZeros } from '#main/git/git';
import { type TrackedFile, trackedFiles } from './trackedFile';

/** A file with git's letter for why git does not examine it. */
export type MarkedFile = Pick<TrackedFile, 'path' | 'mark'>;

/** Removes the marks with which users keep git from examining a file. False if there were none. */
export async function uncoverFiles(
  git: Git,
  workTree: string,
  files: readonly TrackedFile[],
): Promise<boolean> {
  const unseen = files.filter(({ mark }) => isUnseen(mark)).map(({ path }) => path);
  const skipped = files.filter(({ mark }) => isSkipped(mark)).map(({ path }) => path);
  // A skipped path that does not exist is outside a sparse checkout, and not deleted.
  const present = await mapLimited(FILES_AT_ONCE, skipped, async (path) =>
    (await ifExists(lstat(join(workTree, path)))) === undefined ? null : path,
  );
  const marks = [
    ['--no-assume-unchanged', unseen],
    ['--no-skip-worktree', present.filter((path) => path !== null)],
  ] as const;
  for (const [option, paths] of marks) {
    const input = joinZeros(paths);
    if (paths.length > 0) await git.run(['update-index', option, '-z', '--stdin'], { input });
  }
  return marks.some(([, paths]) => paths.length > 0);
}

/** The paths among these that git does not examine. */
export async function hiddenFiles(
  git: Git,
  paths: readonly string[],
): Promise<readonly MarkedFile[]> {
  const wanted = new Set(paths);
  const files = (await trackedFiles(git)).filter(({ path }) => wanted.has(path));
  return files.filter(({ mark }) => isUnseen(mark) || isSkipped(mark));
}

/** Makes git stop examining these files, which must be in the index. */
export async function coverFiles(git: Git, files: readonly MarkedFile[]): Promise<void> {
  const marks = [
    ['--assume-unchanged', files.filter(({ mark }) => isUnseen(mark))],
    ['--skip-worktree', files.filter(({ mark }) => isSkipped(mark))],
  ] as const;
  for (const [option, marked] of marks) {
    const input = joinZeros(marked.map(({ path }) => path));
    if (marked.length > 0) await git.run(['update-index', option, '-z', '--stdin'], { input });
  }
}

function isUnseen(mark: string): boolean {
  return /^[a-z]$/.test(mark);
}

function isSkipped(mark: string): boolean {
  return /^s$/i.test(mark);
}
