import type { Git } from '#main/git/git';
import { type FileVersion, isFileMode } from '#shared/airlock/change';
import type { ObjectId } from '#shared/ids';
import type { TreeEntry } from './treeDifference';

/** The number of paths per command, because the length of a command line is limited. */
const PATHS_AT_ONCE = 500;

/** Replaces the mode of a file with a merge conflict. */
export const UNMERGED = 'unmerged';

/** The entries of a tree at these paths; missing ones are left out. */
export async function treeEntries(
  git: Git,
  tree: ObjectId,
  paths: readonly string[],
): Promise<ReadonlyMap<string, TreeEntry>> {
  return entries(paths, (some) => git.list(['ls-tree', '-z', '--full-tree', tree, '--', ...some]));
}

/**
 * The entries of an index at these paths. A file with a merge conflict counts as present, without a
 * mode.
 */
export async function indexEntries(
  git: Git,
  paths: readonly string[],
): Promise<ReadonlyMap<string, TreeEntry>> {
  return entries(paths, (some) =>
    git.list(['ls-files', '-z', '--stage', '--full-name', '--', ...some]),
  );
}

/** Null for entries that we do not handle, such as a nested repository. */
export function versionOf(
  entry: TreeEntry | null,
  sizes: ReadonlyMap<ObjectId, number>,
): FileVersion | null {
  if (entry === null || !isFileMode(entry.mode)) return null;
  return { blob: entry.blob, mode: entry.mode, bytes: sizes.get(entry.blob) ?? 0 };
}

async function entries(
  paths: readonly string[],
  list: (paths: readonly string[]) => Promise<readonly string[]>,
): Promise<ReadonlyMap<string, TreeEntry>> {
  const found = new Map<string, TreeEntry>();
  for (let start = 0; start < paths.length; start += PATHS_AT_ONCE) {
    for (const line of await list(paths.slice(start, start + PATHS_AT_ONCE))) {
      const [, mode = '', blob = '', stage = '0', path = ''] =
        /^(\d{6}) (?:\w+ )?([0-9a-f]{40,64})(?: (\d))?\t(.*)$/s.exec(line) ?? [];
      found.set(path, { mode: stage === '0' ? mode : UNMERGED, blob: blob as ObjectId });
    }
  }
  return found;
}
