import { type LedgerEvent, type LedgerState, statusOf } from '#shared/airlock/ledger';
import type { ObjectId } from '#shared/ids';
import type { Baseline, BaselineMove } from './git/baseline';
import type { TreeDifference } from './git/treeDifference';
import type { TreeScanner } from './git/treeScanner';
import type { VerifiedTrees } from './git/verifiedTrees';
import type { Ledger } from './ledger';
import type { OwnEditMerger } from './ownEditMerger';

export interface OwnEditParts {
  readonly scanner: TreeScanner;
  readonly ledger: Ledger;
  readonly baseline: Baseline;
  /** What the session began with, to which the user's own edits are added as well. */
  readonly own: Baseline;
  readonly ownTree: ObjectId;
  readonly merger: OwnEditMerger;
  readonly trees: VerifiedTrees;
}

/**
 * I17: in place, what changed while no turn ran is the user's. It moves the baseline, so that no verdict on
 * the agent's work touches it; in files that the agent changed as well, line by line.
 */
export class OwnEdits {
  constructor(private readonly parts: OwnEditParts) {}

  /** From what was seen last, before or at the end of a turn, to what is there now. */
  async absorb(seen: ObjectId, now: ObjectId): Promise<void> {
    const { scanner, ledger, baseline, own } = this.parts;
    if (seen === now && ledger.state.restTree === now) return;
    const differences = await scanner.compare(seen, now);
    const rested: LedgerEvent = { type: 'tree.rested', tree: now };
    if (differences.length === 0) return ledger.append([rested]);
    const places = movedByAgent(ledger.state);
    const ownTree = ledger.state.ownTree ?? this.parts.ownTree;
    const isSame = ownTree === baseline.tree;
    const baseTree = await baseline.move(await this.moves(baseline.tree, differences, places));
    if (!isSame) {
      await own.restore(ownTree);
      await own.move(await this.moves(ownTree, differences, places));
    }
    await ledger.append([{ ...rested, baseTree, ownTree: isSame ? baseTree : own.tree }]);
  }

  private async moves(
    tree: ObjectId,
    differences: readonly TreeDifference[],
    places: ReadonlyMap<string, string>,
  ): Promise<readonly BaselineMove[]> {
    const located = differences.map((difference) => {
      const from = difference.oldPath ?? difference.path;
      return { ...difference, from, place: places.get(from) ?? from };
    });
    const held = await this.parts.trees.entries(
      tree,
      located.map(({ place }) => place),
    );
    const moves: BaselineMove[] = [];
    for (const { path, from, place, base, proposed } of located) {
      const version = await this.parts.merger.merge(path, held.get(place) ?? null, base, proposed);
      // What the agent has moved stays undecided where it was; what the user moves goes along.
      const target = place === from ? path : place;
      if (target !== place) moves.push({ path: place, version: null });
      moves.push({ path: target, version });
    }
    return moves;
  }
}

/** Where the baseline has files that the agent has moved and nobody has decided about. */
function movedByAgent(state: LedgerState): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const record of state.changes.values()) {
    const { base, work } = record.standing;
    const isOpen = record.change.origin === 'scan' && statusOf(record) === 'open';
    if (isOpen && base && work && base.path !== work.path) places.set(work.path, base.path);
  }
  return places;
}
