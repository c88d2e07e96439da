import { join, sep } from 'node:path';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import type { Effect } from '#shared/airlock/ledger';
import type { Surveyor } from './surveyor';

/** A file that was written for a decision, by its path below a tree's root. */
export type WrittenFile = Pick<Effect, 'path' | 'expected' | 'next'> & { readonly root: string };

export interface OwnTree {
  readonly workRoot: string;
  readonly objects: ObjectStore;
  readonly surveyor: Surveyor;
}

/** Writes of other sessions' decisions into this session's tree, which are not its agent's work. */
export async function takeOthersWrites(
  { workRoot, objects, surveyor }: OwnTree,
  written: readonly WrittenFile[],
  /** Has the bytes. */
  store: ObjectStore,
): Promise<void> {
  const inHere = written.flatMap(({ root, path, expected, next }) => {
    const whole = join(root, ...path.split('/'));
    if (!whole.startsWith(workRoot + sep)) return [];
    const below = whole.slice(workRoot.length + 1).replaceAll(sep, '/');
    return [{ path: below, base: expected, proposed: next }];
  });
  if (inHere.length === 0) return;
  const versions = inHere.flatMap(({ base, proposed }) => [base, proposed]);
  const blobs = await store.readAll(versions.flatMap((version) => version?.blob ?? []));
  for (const blob of blobs.values()) if (typeof blob !== 'string') await objects.write(blob);
  await surveyor.noteOthers(inHere);
}
