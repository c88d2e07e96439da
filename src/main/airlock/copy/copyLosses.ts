import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COPY_INDEX_BYTES, LOSSES_MILLISECONDS } from '#main/airlock/limits';
import type { ObjectFormat } from '#main/airlock/objects/objectHash';
import type { Git } from '#main/git/git';
import type { CopyLosses } from '#shared/ipc/changes';
import { readCopyRefs, readHostile } from './copyRefs';
import type { History } from './history';

const EMPTY_TREES: Readonly<Record<ObjectFormat, string>> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};
const NOTHING = { commits: 0, staged: 0 };
const BOUNDED = { milliseconds: LOSSES_MILLISECONDS };

/**
 * Commits and staged versions that exist only in the copy's own repository. The agent can write to
 * all of it, so git uses a folder of ours and takes only objects from the copy.
 */
export async function findOwnLosses(
  history: History,
  workRoot: string,
  format: ObjectFormat,
): Promise<Pick<CopyLosses, 'commits' | 'staged'>> {
  const folder = join(workRoot, '.git');
  const refs = await readCopyRefs(folder);
  if (refs === null) return NOTHING;
  const index = history.path('losses.index');
  const git = history.gitWith(workRoot, index, join(folder, 'objects'));
  const tips = [...refs.own, ...refs.remote.map((id) => `^${id}`)];
  const count = ['rev-list', '--count', '--ignore-missing', '--stdin', '--not', '--all'];
  const input = tips.map((tip) => `${tip}\n`).join('');
  const commits = Number(await git.text(count, { input, ...BOUNDED }));
  const bytes = await readHostile(join(folder, 'index'), COPY_INDEX_BYTES);
  if (bytes === null) return { commits, staged: 0 };
  try {
    await writeFile(index, bytes);
    const first = history.git(workRoot, history.firstIndex);
    const [staged, before] = await Promise.all([
      stagedVersions(git, refs.head ?? EMPTY_TREES[format]),
      stagedVersions(first, 'HEAD').catch(() => stagedVersions(first, EMPTY_TREES[format])),
    ]);
    const differing = staged.size === 0 ? [] : await filesUnlike(git);
    const isNew = (path: string) => staged.has(path) && staged.get(path) !== before.get(path);
    return { commits, staged: differing.filter(isNew).length };
  } finally {
    await rm(index, { force: true });
  }
}

const OPTIONS = ['-z', '--no-renames', '--ignore-submodules=all'];

/** The blobs in the index that this tree does not have, by path. */
async function stagedVersions(git: Git, tree: string): Promise<ReadonlyMap<string, string>> {
  const command = ['diff-index', '--cached', '--raw', '--no-abbrev', '--diff-filter=d', ...OPTIONS];
  const fields = await git.list([...command, tree, '--'], BOUNDED);
  const versions = new Map<string, string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , , blob = ''] = (fields[at] ?? '').split(' ');
    versions.set(fields[at + 1] ?? '', blob);
  }
  return versions;
}

/** Files that differ from the index. */
function filesUnlike(git: Git): Promise<readonly string[]> {
  return git.list(['diff-files', '--name-only', ...OPTIONS, '--'], BOUNDED);
}
