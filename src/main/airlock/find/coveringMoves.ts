import { COVERING_PAIRS } from '#main/airlock/limits';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import type { TreeDifference, TreeEntry } from '#main/airlock/tree/treeDifference';
import { versionOf } from '#main/airlock/tree/treeEntries';
import { splitLines, withoutEndingKind } from '#shared/airlock/diff/lines';
import type { ObjectId } from '#shared/ids';

/** The share of common lines above which one text counts as a version of another, as in git. */
const SIMILAR = 0.5;

type Covered = TreeDifference & { readonly base: TreeEntry; readonly proposed: TreeEntry };
type Gone = TreeDifference & { readonly base: TreeEntry };

/** Finds files that were moved over others, which git reports as a deletion and an edit. */
export class CoveringMoves {
  constructor(private readonly store: ObjectStore) {}

  async find(differences: readonly TreeDifference[]): Promise<readonly TreeDifference[]> {
    const covered = differences.filter(isCovered);
    const gone = differences.filter(isGone);
    if (covered.length === 0 || gone.length === 0) return differences;
    const nearest = await this.nearest(covered, gone);
    const sources = new Set(nearest.values());
    return differences.flatMap((difference) => {
      const source = nearest.get(difference);
      if (source) return [{ ...difference, oldPath: source.path, base: source.base }];
      return sources.has(difference as Gone) ? [] : [difference];
    });
  }

  private async nearest(
    covered: readonly Covered[],
    gone: readonly Gone[],
  ): Promise<ReadonlyMap<TreeDifference, Gone>> {
    const nearest = new Map<TreeDifference, Gone>();
    const free = new Set(gone);
    const take = (difference: Covered, source: Gone | undefined) => {
      if (source === undefined) return;
      nearest.set(difference, source);
      free.delete(source);
    };
    for (const difference of covered) {
      const isSame = ({ base }: Gone) => base.blob === difference.proposed.blob;
      take(difference, [...free].find(isSame));
    }
    const rest = covered.filter((difference) => !nearest.has(difference));
    if (rest.length * free.size > COVERING_PAIRS) return nearest;
    const entries = [...rest.flatMap(({ base, proposed }) => [base, proposed]), ...bases(free)];
    const lines = await this.linesOf(rest.length === 0 || free.size === 0 ? [] : entries);
    for (const difference of rest) {
      const now = lines.get(difference.proposed.blob);
      const before = similarity(now, lines.get(difference.base.blob));
      let best = Math.max(SIMILAR, before);
      let source: Gone | undefined;
      for (const candidate of free) {
        const share = similarity(now, lines.get(candidate.base.blob));
        if (share < best) continue;
        best = share;
        source = candidate;
      }
      take(difference, source);
    }
    return nearest;
  }

  private async linesOf(
    entries: readonly TreeEntry[],
  ): Promise<ReadonlyMap<ObjectId, readonly string[]>> {
    const sizes = await this.store.sizes(entries.map(({ blob }) => blob));
    const sides = await this.store.sidesOf(
      entries.map((entry) => ({ path: entry.blob, base: versionOf(entry, sizes), proposed: null })),
    );
    const lines = new Map<ObjectId, readonly string[]>();
    for (const [index, { blob }] of entries.entries()) {
      const side = sides[index];
      const text = side?.ok ? side.value.base?.text?.text : undefined;
      if (text !== undefined) lines.set(blob, splitLines(text).map(withoutEndingKind));
    }
    return lines;
  }
}

function isCovered(difference: TreeDifference): difference is Covered {
  const { oldPath, base, proposed } = difference;
  return oldPath === undefined && base !== null && proposed !== null && base.blob !== proposed.blob;
}

function isGone(difference: TreeDifference): difference is Gone {
  return difference.base !== null && difference.proposed === null;
}

function bases(gone: Iterable<Gone>): readonly TreeEntry[] {
  return [...gone].map(({ base }) => base);
}

/** The share of lines that two texts have in common; zero if one of them is not text. */
function similarity(left: readonly string[] = [], right: readonly string[] = []): number {
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of right) {
    const count = counts.get(line) ?? 0;
    if (count > 0) common++;
    counts.set(line, count - 1);
  }
  return common / Math.max(left.length, right.length, 1);
}
