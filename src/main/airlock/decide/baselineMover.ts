import type { OwnEditMerger } from '#main/airlock/find/ownEditMerger';
import type { ObjectStore } from '#main/airlock/objects/objectStore';
import type { VerifiedTrees } from '#main/airlock/objects/verifiedTrees';
import type { Baseline, BaselineMove } from '#main/airlock/tree/baseline';
import { sameEntry, type TreeEntry } from '#main/airlock/tree/treeDifference';
import { crossingRequest, planCrossing } from '#shared/airlock/crossingPlan';
import { type ChangeRecord, setsAfter, setsOf } from '#shared/airlock/ledger';
import type { DecisionEvent, LedgerEvent, LocatedVersion } from '#shared/airlock/ledgerEvents';
import type { Side } from '#shared/airlock/review';
import type { ObjectId } from '#shared/ids';

/** The baseline's version of one file before and after a decision. */
interface Step {
  readonly before: LocatedVersion | null;
  readonly after: LocatedVersion | null;
}

/** Moves the baseline along with decisions, but only for the decided hunks. */
export class BaselineMover {
  private moves: BaselineMove[] = [];
  private steps: Step[] = [];

  constructor(
    private readonly baseline: Baseline,
    private readonly trees: VerifiedTrees,
    private readonly store: ObjectStore,
    private readonly ownEdits: OwnEditMerger,
  ) {}

  get tree(): ObjectId {
    return this.baseline.tree;
  }

  /** Plans a decision's step; several decisions are carried out together. */
  async plan(
    record: ChangeRecord,
    made: DecisionEvent,
    settled: Extract<LedgerEvent, { type: 'decision.settled' }>,
  ): Promise<void> {
    // The agent was allowed to write the change, but has not done so yet.
    if (record.change.origin === 'permission' && made.effects.length === 0) return;
    const isCurrent = record.change.origin === 'scan' && !record.isSuperseded;
    if (isCurrent) this.steps.push({ before: record.standing.base, after: settled.standing.base });
    else this.moves.push(...(await this.merged(record, settled)));
  }

  async carryOut(): Promise<ObjectId> {
    const { moves, steps } = this;
    this.moves = [];
    this.steps = [];
    const paths = steps.flatMap(({ before, after }) => (before ?? after)?.path ?? []);
    const held = await this.trees.entries(this.baseline.tree, paths);
    for (const step of steps) moves.push(...(await this.step(step, held)));
    return this.baseline.move(moves);
  }

  /**
   * The step for one file. The user may have edited the file since it was looked at or decided on;
   * such edits stay in the baseline.
   */
  private async step(
    { before, after }: Step,
    held: ReadonlyMap<string, TreeEntry>,
  ): Promise<readonly BaselineMove[]> {
    const [from, to] = [before ?? after, after ?? before];
    if (!from || !to) return [];
    const now = held.get(from.path) ?? null;
    const [seen, next] = [before?.version ?? null, after?.version ?? null];
    const isMoved = from.path !== to.path;
    if (!isMoved && sameEntry(seen, next)) return [];
    const version = sameEntry(now, seen)
      ? next
      : await this.ownEdits.merge(to.path, next, seen, now);
    return [...(isMoved ? [{ path: from.path, version: null }] : []), { path: to.path, version }];
  }

  /**
   * Merges hunks into the baseline, which may contain more than this change knows. A hunk that does
   * not fit is left out.
   */
  private async merged(
    record: ChangeRecord,
    settled: Extract<LedgerEvent, { type: 'decision.settled' }>,
  ): Promise<readonly BaselineMove[]> {
    const before = setsOf(record).accepted;
    const after = setsAfter(record, settled.outcomes).accepted;
    if (before.size === after.size) return [];
    const { change } = record;
    const sides = await this.store.sides(change);
    const hunks = record.hunks.map(({ hunk }) => hunk);
    const request = crossingRequest(sides, hunks, before, after);
    const present = new Map<string, Side | null>();
    for (const path of [change.path, change.oldPath ?? change.path]) {
      const version = await this.baseline.lookUp(path);
      const { base } = await this.store.sides({ path, base: version, proposed: null });
      present.set(path, base);
    }
    const plan = planCrossing(request, (path) => present.get(path) ?? null);
    const moves: BaselineMove[] = [];
    for (const { path, file } of plan.writes) {
      moves.push({ path, version: file && (await this.store.keep(file)) });
    }
    return moves;
  }
}
