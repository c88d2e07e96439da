import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { FILES_AT_ONCE } from '#main/airlock/limits';
import { ifExists } from '#main/base/files/ifExists';
import { type Git, joinZeros } from '#main/git/git';
import type { TrackedFile } from './trackedFile';

/** Removes the marks by which users keep git from looking at a file. False if there were none. */
export async function uncoverFiles(
  git: Git,
  workTree: string,
  files: readonly TrackedFile[],
): Promise<boolean> {
  const unseen = files.filter(({ mark }) => /^[a-z]$/.test(mark)).map(({ path }) => path);
  const skipped = files.filter(({ mark }) => /^s$/i.test(mark)).map(({ path }) => path);
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
