import type { Checkpoint } from '#shared/airlock/ledger';
import type { VerifiedTrees } from './git/verifiedTrees';

/**
 * Whether a folder, by the time when it was made, was there without files when the session or one of its
 * turns began. Then nobody made it for the files that are taken out of it now, and it stays.
 */
export async function isUsersFolder(
  trees: VerifiedTrees,
  /** Oldest first. */
  points: readonly Pick<Checkpoint, 'at' | 'tree'>[],
  folder: string,
  madeAt: number,
): Promise<boolean> {
  const point = points.find(({ at }) => at > madeAt);
  if (point === undefined) return false;
  const entries = await trees.entries(point.tree, [folder]);
  return !entries.has(folder);
}
