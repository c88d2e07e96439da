import type { Ledger } from '#main/airlock/ledger/ledger';
import type { VerifiedTrees } from '#main/airlock/objects/verifiedTrees';
import type { Baseline, BaselineMove } from '#main/airlock/tree/baseline';
import type { TreeDifference, TreeEntry } from '#main/airlock/tree/treeDifference';
import { changeStatus, type LedgerState } from '#shared/airlock/ledger';
import type { LedgerEvent } from '#shared/airlock/ledgerEvents';
import type { ObjectId } from '#shared/ids';
import type { CoveringMoves } from './coveringMoves';
import type { OwnEditMerger } from './ownEditMerger';
import type { TreeScanner } from './treeScanner';

export interface OwnEditParts {
  readonly scanner: TreeScanner;
  readonly ledger: Ledger;
  readonly baseline: Baseline;
  /** The tree that the session began with; the user's own edits are added to it as well. */
  readonly own: Baseline;
  readonly ownTree: ObjectId;
  readonly merger: OwnEditMerger;
  readonly covering: CoveringMoves;
  readonly trees: VerifiedTrees;
}

/** The baseline's path of a file, by the agent's path. */
type Places = ReadonlyMap<string, string>;

/**
 * I17: in place, changes made while no turn ran are the user's. They move the baseline, so that no
 * verdict on the agent's work affects them. In files that the agent changed as well, this happens
 * line by line.
 */
export class OwnEdits {
  constructor(private readonly parts: OwnEditParts) {}

  /**
   * Takes over the difference between the last look, before or at the end of a turn, and the
   * present state, except for the agent's paths.
   */
  async absorb(seen: ObjectId, now: ObjectId, agents: ReadonlySet<string>): Promise<void> {
    const { scanner, ledger, covering } = this.parts;
    if (seen === now && ledger.state.restTree === now) return;
    // A user's file that was moved over an agent's file would count as the agent's.
    const found = await scanner.compare(seen, now, { findsMoves: agents.size === 0 });
    const differences = await covering.find(found.filter(({ path }) => !agents.has(path)));
    const rested: LedgerEvent = { type: 'tree.rested', tree: now };
    if (differences.length === 0) return ledger.append([rested]);
    await ledger.append([{ ...rested, ...(await this.take(differences)) }]);
  }

  /** Takes over paths during a turn that are the user's even if the agent also writes to them. */
  async absorbKnown(differences: readonly TreeDifference[]): Promise<void> {
    const { baseTree, ownTree } = await this.take(differences);
    await this.parts.ledger.append([{ type: 'base.moved', tree: baseTree, ownTree }]);
  }

  /** Moves the baseline. The move takes effect once the ledger has it. */
  async take(differences: readonly TreeDifference[]) {
    const { ledger, baseline, own } = this.parts;
    const places = movedByAgent(ledger.state);
    const ownTree = ledger.state.ownTree ?? this.parts.ownTree;
    const isSame = ownTree === baseline.tree;
    const copies = await this.copies(differences, places);
    const baseMoves = await this.moves(baseline.tree, differences, places, copies);
    const baseTree = await this.move(baseline, baseMoves);
    if (isSame) return { baseTree, ownTree: baseTree };
    await own.restore(ownTree);
    await this.move(own, await this.moves(ownTree, differences, places, copies));
    return { baseTree, ownTree: own.tree };
  }

  /**
   * Moves files in the baseline. No tree can hold a file and a folder with the same name: if the
   * agent replaced one with the other and the user then wrote to it, the previous content stays
   * listed as deleted, under a free name.
   */
  private async move(baseline: Baseline, moves: readonly BaselineMove[]): Promise<ObjectId> {
    const before = baseline.tree;
    const after = await baseline.move(moves);
    const named = new Set(moves.map(({ path }) => path));
    const differences = await this.parts.scanner.compare(before, after, { findsMoves: false });
    const displaced = differences.filter(
      ({ path, proposed }) => proposed === null && !named.has(path),
    );
    if (displaced.length === 0) return after;
    const placeOf = (path: string) => foldersOf(path).find((folder) => named.has(folder)) ?? path;
    const names = await this.freeNames(after, new Set(displaced.map(({ path }) => placeOf(path))));
    return baseline.move(
      displaced.map(({ path, base }) => {
        const place = placeOf(path);
        return { path: `${names.get(place)}${path.slice(place.length)}`, version: base };
      }),
    );
  }

  private async freeNames(
    tree: ObjectId,
    places: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    for (const place of places) {
      let name = `${place}.before`;
      while ((await this.parts.trees.entries(tree, [name])).size > 0) name += '.before';
      names.set(place, name);
    }
    return names;
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
      // The session may have begun without the file.
      if (version === undefined) continue;
      put(place, null);
      put(work, version);
      held.delete(place);
      held.set(work, version);
    }
    for (const { path, oldPath, place, base, proposed } of located) {
      const version = held.get(place) ?? null;
      // A file that the agent moved stays undecided at its old path; a file that the user moves
      // takes its old path along.
      const target = oldPath === undefined ? place : path;
      if (target !== place) put(place, null);
      // The user moved a file over one that the agent had moved there, and so deleted the agent's
      // file.
      const covered = oldPath === undefined || taken.has(path) ? undefined : places.get(path);
      if (covered !== undefined) put(covered, null);
      // The agent created this file and its content has changed since: nobody knows whose lines
      // these are.
      const isOwn =
        version === null &&
        isRewritten({ base, proposed }) &&
        (oldPath !== undefined || (proposed !== null && copies.has(proposed.blob)));
      const { merger } = this.parts;
      put(target, isOwn ? proposed : await merger.merge(path, version, base, proposed));
    }
    // A path that is both left and taken counts as taken.
    return [...gone, ...there];
  }

  /** Files with which the user replaced the agent's files, and that the baseline already has. */
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

/** The baseline's paths of files that the agent has moved and that are undecided. */
function movedByAgent(state: LedgerState): Places {
  const places = new Map<string, string>();
  for (const record of state.changes.values()) {
    const { base, work } = record.standing;
    const isOpen = record.change.origin === 'scan' && changeStatus(record) === 'open';
    if (isOpen && base && work && base.path !== work.path) places.set(work.path, base.path);
  }
  return places;
}

/**
 * Paths to which the user has moved another file or a folder. The agent's move can no longer be
 * undone, so the moved file is the user's in its new place.
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
