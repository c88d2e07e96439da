import { type LedgerEvent, type LedgerState, statusOf } from '#shared/airlock/ledger';
import type { ObjectId } from '#shared/ids';
import type { CoveringMoves } from './coveringMoves';
import type { Baseline, BaselineMove } from './git/baseline';
import type { TreeDifference, TreeEntry } from './git/treeDifference';
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
  readonly covering: CoveringMoves;
  readonly trees: VerifiedTrees;
}

/** By where the agent has a file: where the baseline has it. */
type Places = ReadonlyMap<string, string>;

/**
 * I17: in place, what changed while no turn ran is the user's. It moves the baseline, so that no verdict on
 * the agent's work touches it; in files that the agent changed as well, line by line.
 */
export class OwnEdits {
  constructor(private readonly parts: OwnEditParts) {}

  /** From what was seen last, before or at the end of a turn, to what is there now. */
  async absorb(seen: ObjectId, now: ObjectId): Promise<void> {
    const { scanner, ledger, covering } = this.parts;
    if (seen === now && ledger.state.restTree === now) return;
    const differences = await covering.find(await scanner.compare(seen, now));
    const rested: LedgerEvent = { type: 'tree.rested', tree: now };
    if (differences.length === 0) return ledger.append([rested]);
    await ledger.append([{ ...rested, ...(await this.take(differences)) }]);
  }

  /** During a turn: what is known to be the user's, whoever else writes. */
  async absorbKnown(differences: readonly TreeDifference[]): Promise<void> {
    const { baseTree, ownTree } = await this.take(differences);
    await this.parts.ledger.append([{ type: 'base.moved', tree: baseTree, ownTree }]);
  }

  private async take(differences: readonly TreeDifference[]) {
    const { ledger, baseline, own } = this.parts;
    const places = movedByAgent(ledger.state);
    const ownTree = ledger.state.ownTree ?? this.parts.ownTree;
    const isSame = ownTree === baseline.tree;
    const copies = await this.copies(differences, places);
    const baseMoves = await this.moves(baseline.tree, differences, places, copies);
    const baseTree = await baseline.move(baseMoves);
    if (isSame) return { baseTree, ownTree: baseTree };
    await own.restore(ownTree);
    await own.move(await this.moves(ownTree, differences, places, copies));
    return { baseTree, ownTree: own.tree };
  }

  private async moves(
    tree: ObjectId,
    differences: readonly TreeDifference[],
    places: Places,
    copies: ReadonlySet<ObjectId>,
  ): Promise<readonly BaselineMove[]> {
    const taken = takenPlaces(places, differences);
    const located = differences.map((difference) => {
      const from = difference.oldPath ?? difference.path;
      return { ...difference, place: taken.has(from) ? from : (places.get(from) ?? from) };
    });
    const held = new Map(
      await this.parts.trees.entries(tree, [
        ...located.map(({ place }) => place),
        ...taken.keys(),
        ...taken.values(),
      ]),
    );
    const gone: BaselineMove[] = [];
    const there: BaselineMove[] = [];
    const put = (path: string, version: TreeEntry | null) =>
      (version === null ? gone : there).push({ path, version });
    for (const [work, place] of taken) {
      const version = held.get(place);
      // The session may have begun without it.
      if (version === undefined) continue;
      put(place, null);
      put(work, version);
      held.delete(place);
      held.set(work, version);
    }
    for (const { path, oldPath, place, base, proposed } of located) {
      const version = held.get(place) ?? null;
      // What the agent has moved stays undecided where it was; what the user moves goes along.
      const target = oldPath === undefined ? place : path;
      if (target !== place) put(place, null);
      // Moved over one that the agent had moved there: that one is gone by the user's hand.
      const covered = oldPath === undefined || taken.has(path) ? undefined : places.get(path);
      if (covered !== undefined) put(covered, null);
      // Made by the agent, and not what the agent wrote any more: nobody can tell whose lines these are.
      const isOwn =
        version === null &&
        isRewritten({ base, proposed }) &&
        (oldPath !== undefined || (proposed !== null && copies.has(proposed.blob)));
      const { merger } = this.parts;
      put(target, isOwn ? proposed : await merger.merge(path, version, base, proposed));
    }
    // Where one path is left and taken, it is taken.
    return [...gone, ...there];
  }

  /** What the user has put in the place of the agent's files, and has in a file of theirs already. */
  private async copies(
    differences: readonly TreeDifference[],
    places: Places,
  ): Promise<ReadonlySet<ObjectId>> {
    const { baseline, trees } = this.parts;
    const rewritten = differences.filter(isRewritten);
    const placeOf = ({ path }: TreeDifference) => places.get(path) ?? path;
    const held = await trees.entries(baseline.tree, rewritten.map(placeOf));
    const agents = rewritten.filter((difference) => !held.has(placeOf(difference)));
    return baseline.holding(new Set(agents.flatMap(({ proposed }) => proposed?.blob ?? [])));
  }
}

/** Where the baseline has files that the agent has moved and nobody has decided about. */
function movedByAgent(state: LedgerState): Places {
  const places = new Map<string, string>();
  for (const record of state.changes.values()) {
    const { base, work } = record.standing;
    const isOpen = record.change.origin === 'scan' && statusOf(record) === 'open';
    if (isOpen && base && work && base.path !== work.path) places.set(work.path, base.path);
  }
  return places;
}

/**
 * Those to which the user has brought another file, or a folder. The agent's move cannot be taken back any
 * more, and so the moved file is the user's where it is.
 */
function takenPlaces(places: Places, differences: readonly TreeDifference[]): Places {
  if (places.size === 0) return places;
  const brought = new Map<string, string | undefined>();
  const folders = new Set<string>();
  for (const { path, oldPath, proposed } of differences) {
    if (proposed === null) continue;
    brought.set(path, oldPath);
    for (const folder of foldersOf(path)) folders.add(folder);
  }
  const isTaken = ([work, place]: readonly [string, string]) =>
    (brought.has(place) && brought.get(place) !== work) ||
    folders.has(place) ||
    foldersOf(place).some((folder) => brought.has(folder));
  return new Map([...places].filter(isTaken));
}

function isRewritten({ base, proposed }: Pick<TreeDifference, 'base' | 'proposed'>): boolean {
  return base !== null && proposed !== null && base.blob !== proposed.blob;
}

function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
