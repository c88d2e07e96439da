import { type FileVersion, sameVersion } from '#shared/airlock/change';
import { computeHunks } from '#shared/airlock/hunks';
import type { Checkpoint, Effect } from '#shared/airlock/ledger';
import { mergeResolved } from '#shared/airlock/merge';
import type { ObjectId } from '#shared/ids';
import { temporaryName } from './effectPlanner';
import type { EffectRunner } from './effectRunner';
import type { ObjectStore } from './git/objectStore';
import type { TreeDifference } from './git/treeDifference';
import { versionOf } from './git/treeEntries';
import type { TreeScanner } from './git/treeScanner';
import type { VerifiedTrees } from './git/verifiedTrees';
import type { Versions } from './versions';

export interface RewinderParts {
  readonly scanner: TreeScanner;
  readonly effects: EffectRunner;
  readonly store: ObjectStore;
  readonly versions: Versions;
  readonly trees: VerifiedTrees;
}

export type RewindPoint = Pick<Checkpoint, 'tree' | 'baseTree'>;

/**
 * Brings the agent's tree back to what it was, but for what the user has accepted since: that is in
 * the user's files, and an agent that did not see it there would take it out again.
 */
export class Rewinder {
  constructor(private readonly parts: RewinderParts) {}

  /** Paths that somebody changed in the same moment, and that were left as they are. */
  async rewind(to: RewindPoint, now: RewindPoint): Promise<readonly string[]> {
    const { scanner, effects } = this.parts;
    const changed = await scanner.compare(now.tree, to.tree, { findsMoves: false });
    const accepted = await scanner.compare(to.baseTree, now.baseTree, { findsMoves: false });
    const wanted = await this.wanted(changed, accepted, to.tree);
    const paths = [...wanted.keys()];
    const present = await this.parts.trees.entries(now.tree, paths);
    const sizes = await this.parts.store.sizes([...present.values()].map(({ blob }) => blob));
    const planned: Effect[] = [];
    for (const [path, next] of wanted) {
      const expected = versionOf(present.get(path) ?? null, sizes);
      if (sameVersion(expected, next)) continue;
      const temporary = temporaryName();
      planned.push({ place: 'workspace', path, expected, next, temporary });
    }
    // Files that go make room for folders of the same name, and the other way round.
    planned.sort((left, right) => Number(left.next !== null) - Number(right.next !== null));
    const results = await effects.run(planned);
    return planned
      .filter((_, index) => {
        const result = results[index];
        return result?.status !== 'fulfilled' || result.value !== 'done';
      })
      .map(({ path }) => path);
  }

  private async wanted(
    changed: readonly TreeDifference[],
    accepted: readonly TreeDifference[],
    tree: ObjectId,
  ): Promise<ReadonlyMap<string, FileVersion | null>> {
    const entries = [...changed, ...accepted].flatMap(({ base, proposed }) => [base, proposed]);
    const then = await this.parts.trees.entries(
      tree,
      accepted.map(({ path }) => path),
    );
    const known = [...entries, ...then.values()].filter((entry) => entry !== null);
    const sizes = await this.parts.store.sizes(known.map(({ blob }) => blob));
    const wanted = new Map<string, FileVersion | null>();
    for (const { path, proposed } of changed) wanted.set(path, versionOf(proposed, sizes));
    for (const { path, base, proposed } of accepted) {
      const versions = [base, then.get(path) ?? null, proposed] as const;
      const [was, old, is] = versions.map((entry) => versionOf(entry, sizes));
      wanted.set(path, await this.merged(path, was ?? null, old ?? null, is ?? null));
    }
    return wanted;
  }

  private async merged(
    path: string,
    was: FileVersion | null,
    then: FileVersion | null,
    is: FileVersion | null,
  ): Promise<FileVersion | null> {
    if (is === null || then === null || sameVersion(then, was)) return is;
    const { versions } = this.parts;
    const { base, proposed } = await versions.sides({ path, base: was, proposed: is });
    const { base: old } = await versions.sides({ path, base: then, proposed: null });
    if (!proposed?.text || !old?.text || (base && !base.text)) return is;
    const from = base?.text?.text ?? '';
    const hunks = computeHunks(from, proposed.text.text);
    const text = mergeResolved(from, old.text.text, hunks, 'proposed');
    const { encoding } = old.text;
    return versions.keep({ mode: is.mode, content: { type: 'text', text: { text, encoding } } });
  }
}
