import { join, sep } from 'node:path';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import type { TreeDifference, TreeEntry } from '#main/airlock/tree/treeDifference';
import type { Effect } from '#shared/airlock/ledgerEvents';
import type { Surveyor } from './surveyor';

/** A file that was written for a decision, by its path below a tree's root. */
export type WrittenFile = Pick<Effect, 'path' | 'expected' | 'next'> & { readonly root: string };

/**
 * Changes that became the user's through decisions in one session, by their path below a tree's
 * root.
 */
export interface OthersDecisions {
  readonly root: string;
  /** `accepted`: in place, the user accepted what an agent had already written. */
  readonly how: 'written' | 'accepted';
  readonly differences: readonly TreeDifference[];
  /** The store with the bytes. */
  readonly store: ObjectStore;
}

export interface OwnTree {
  readonly workRoot: string;
  readonly objects: ObjectStore;
  readonly surveyor: Surveyor;
}

/**
 * Takes over decisions in other sessions on files of this session's tree: they are not its agent's
 * work.
 */
export async function takeOthersDecisions(
  { workRoot, objects, surveyor }: OwnTree,
  { root, how, differences, store }: OthersDecisions,
): Promise<void> {
  const below = (path: string) => {
    const whole = join(root, ...path.split('/'));
    if (!whole.startsWith(workRoot + sep)) return undefined;
    return whole.slice(workRoot.length + 1).replaceAll(sep, '/');
  };
  const inHere = differences.flatMap(({ path, oldPath, base, proposed }): TreeDifference[] => {
    const [now, before] = [below(path), oldPath === undefined ? undefined : below(oldPath)];
    if (now === undefined) return [];
    return [{ path: now, ...(before !== undefined && { oldPath: before }), base, proposed }];
  });
  if (inHere.length === 0) return;
  const versions = inHere.flatMap(({ base, proposed }) => [base, proposed]);
  const blobs = await store.readAll(versions.flatMap((version) => version?.blob ?? []));
  for (const blob of blobs.values()) if (typeof blob !== 'string') await objects.write(blob);
  const unread = [...blobs].flatMap(([id, blob]) => (typeof blob === 'string' ? [id] : []));
  const own = await objects.readAll(unread);
  const isLost = (version: TreeEntry | null) =>
    version !== null && typeof own.get(version.blob) === 'string';
  // Nobody can tell which of these lines became the user's.
  const lost = inHere.filter(({ base, proposed }) => isLost(base) || isLost(proposed));
  const unclear = lost.map(({ path }) => path);
  await surveyor.noteOthers({ differences: inHere, how, unclear });
}
