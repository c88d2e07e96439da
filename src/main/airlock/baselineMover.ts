import { sameVersion } from '#shared/airlock/change';
import { planCrossing } from '#shared/airlock/crossingPlan';
import { crossingRequest } from '#shared/airlock/crossingRequest';
import { setsAfter, setsOf } from '#shared/airlock/hunkSets';
import type {
  ChangeRecord,
  DecisionEvent,
  LedgerEvent,
  LocatedVersion,
} from '#shared/airlock/ledger';
import type { Side } from '#shared/airlock/review';
import type { ObjectId } from '#shared/ids';
import type { Baseline, BaselineMove } from './git/baseline';
import type { OwnEditMerger } from './ownEditMerger';
import type { Versions } from './versions';

/** Moves the baseline along with decisions, for the decided hunks and nothing else. */
export class BaselineMover {
  private moves: BaselineMove[] = [];

  constructor(
    private readonly baseline: Baseline,
    private readonly versions: Versions,
    private readonly ownEdits: OwnEditMerger,
  ) {}

  get tree(): ObjectId {
    return this.baseline.tree;
  }

  /** Several decisions are carried out together. */
  async plan(
    record: ChangeRecord,
    made: DecisionEvent,
    settled: Extract<LedgerEvent, { type: 'decision.settled' }>,
  ): Promise<void> {
    // The agent was allowed to write it, and has not done so yet.
    if (record.change.origin === 'permission' && made.effects.length === 0) return;
    const isCurrent = record.change.origin === 'scan' && !record.isSuperseded;
    const [before, after] = [record.standing.base, settled.standing.base];
    if (!isCurrent) this.moves.push(...(await this.merged(record, settled)));
    else if (made.undoes === undefined) this.moves.push(...step(before, after));
    else this.moves.push(...(await this.stepBack(before, after)));
  }

  carryOut(): Promise<ObjectId> {
    const moves = this.moves;
    this.moves = [];
    return this.baseline.move(moves);
  }

  /** The user may have edited the file since it was decided on: that stays in the baseline. */
  private async stepBack(
    before: LocatedVersion | null,
    after: LocatedVersion | null,
  ): Promise<readonly BaselineMove[]> {
    const [from, to] = [before ?? after, after ?? before];
    if (!from || !to) return [];
    const now = await this.baseline.lookUp(from.path);
    const [seen, held] = [before?.version ?? null, after?.version ?? null];
    if (sameVersion(now, seen)) return step(before, after);
    const version = await this.ownEdits.merge(to.path, held, seen, now);
    const isMoved = from.path !== to.path;
    return [...(isMoved ? [{ path: from.path, version: null }] : []), { path: to.path, version }];
  }

  /** Where the baseline may hold more than this change knows of: a hunk that fits nowhere stays out. */
  private async merged(
    record: ChangeRecord,
    settled: Extract<LedgerEvent, { type: 'decision.settled' }>,
  ): Promise<readonly BaselineMove[]> {
    const before = setsOf(record).accepted;
    const after = setsAfter(record, settled.outcomes).accepted;
    if (before.size === after.size) return [];
    const { change } = record;
    const sides = await this.versions.sides(change);
    const hunks = record.hunks.map(({ hunk }) => hunk);
    const request = crossingRequest(sides, hunks, before, after);
    const present = new Map<string, Side | null>();
    for (const path of [change.path, change.oldPath ?? change.path]) {
      const version = await this.baseline.lookUp(path);
      const { base } = await this.versions.sides({ path, base: version, proposed: null });
      present.set(path, base);
    }
    const plan = planCrossing(request, (path) => present.get(path) ?? null);
    const moves: BaselineMove[] = [];
    for (const { path, file } of plan.writes) {
      moves.push({ path, version: file && (await this.versions.keep(file)) });
    }
    return moves;
  }
}

function step(before: LocatedVersion | null, after: LocatedVersion | null): BaselineMove[] {
  const moves: BaselineMove[] = [];
  if (before && before.path !== after?.path) moves.push({ path: before.path, version: null });
  if (after && !isSame(before, after)) moves.push(after);
  return moves;
}

function isSame(before: LocatedVersion | null, after: LocatedVersion): boolean {
  return (
    before?.path === after.path &&
    before.version.blob === after.version.blob &&
    before.version.mode === after.version.mode
  );
}
