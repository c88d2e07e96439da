import { setsAfter } from '#shared/airlock/hunkSets';
import type {
  ChangeRecord,
  DecisionEvent,
  HunkOutcome,
  LedgerEvent,
  Place,
} from '#shared/airlock/ledger';
import type { AppError } from '#shared/errors';
import { failure } from './attempt';
import type { BaselineMover } from './baselineMover';
import type { Crossing, CrossingDecision } from './crossing';
import type { EffectResult, EffectRunner } from './effectRunner';
import type { Ledger } from './ledger';

/** A decision that is worked out and not yet carried out. */
export interface PlannedDecision {
  readonly record: ChangeRecord;
  readonly planned: CrossingDecision;
  readonly made: DecisionEvent;
}

/** How a decision ended. */
export interface Settlement {
  readonly event: Extract<LedgerEvent, { type: 'decision.settled' }>;
  readonly error: AppError | null;
  /** A file was neither what it was nor what it was to be. */
  readonly hasMoved: boolean;
}

export interface DecisionRunnerParts {
  readonly ledger: Ledger;
  readonly crossing: Crossing;
  readonly effects: EffectRunner;
  readonly baseline: BaselineMover;
}

type EffectResults = readonly PromiseSettledResult<EffectResult>[];

/**
 * Carries decisions out. I3: a decision is on the disk before anything is done about it, and its
 * outcome after; whatever happens in between is finished or flagged at the next start.
 */
export class DecisionRunner {
  constructor(private readonly parts: DecisionRunnerParts) {}

  /** One settlement per decision, in order. */
  async run(work: readonly PlannedDecision[]): Promise<readonly Settlement[]> {
    if (work.length === 0) return [];
    await this.parts.ledger.append(work.flatMap(({ planned, made }) => [...planned.splits, made]));
    const results = [...(await this.parts.effects.run(work.flatMap(({ made }) => made.effects)))];
    const settled: Settlement[] = [];
    for (const { made } of work) {
      settled.push(await this.settle(made, results.splice(0, made.effects.length), 'report'));
    }
    await this.close(
      work.map(({ made }) => made),
      settled,
    );
    return settled;
  }

  /** Does again what may have been done in part; that is harmless. */
  async finish(made: DecisionEvent): Promise<Settlement> {
    const results = await this.parts.effects.run(made.effects);
    const settled = await this.settle(made, results, 'flag');
    await this.close([made], [settled]);
    return settled;
  }

  private async settle(
    made: DecisionEvent,
    results: EffectResults,
    whenFailed: 'flag' | 'report',
  ): Promise<Settlement> {
    const record = this.recordOf(made);
    const failedPlaces = new Set(
      made.effects.filter((_, index) => !isDone(results[index])).map(({ place }) => place),
    );
    const error = firstError(record.change.path, results);
    const hasMoved = results.some((result) => isMoved(result));
    const event = { type: 'decision.settled', decisionId: made.decisionId } as const;
    if (failedPlaces.size === 0) {
      const { outcomes, standing } = made;
      return { event: { ...event, outcomes, standing }, error, hasMoved };
    }
    const outcomes = made.outcomes.map((outcome): HunkOutcome => {
      const present = outcomeOf(record, outcome);
      const decisive = made.undoes === undefined ? outcome : present;
      if (!failedPlaces.has(placeOf(decisive))) return outcome;
      if (made.undoes !== undefined) return present;
      const { hunkId } = outcome;
      const isFlagged = whenFailed === 'flag' || hasMoved;
      return isFlagged
        ? { hunkId, state: 'pending', interrupted: true }
        : { hunkId, state: 'pending' };
    });
    const { accepted, pending } = setsAfter(record, outcomes);
    const standing = await this.parts.crossing.standingOf(record, accepted, pending);
    return { event: { ...event, outcomes, standing }, error, hasMoved };
  }

  private async close(
    made: readonly DecisionEvent[],
    settled: readonly Settlement[],
  ): Promise<void> {
    const { baseline, ledger } = this.parts;
    const before = baseline.tree;
    for (const [index, decision] of made.entries()) {
      const settlement = settled[index];
      if (settlement) await baseline.plan(this.recordOf(decision), decision, settlement.event);
    }
    const tree = await baseline.carryOut();
    const events: LedgerEvent[] = settled.map(({ event }) => event);
    if (tree !== before) events.push({ type: 'base.moved', tree });
    await ledger.append(events);
  }

  /** As it is now, with the splits that were just written down. */
  private recordOf({ changeId }: DecisionEvent): ChangeRecord {
    const record = this.parts.ledger.state.changes.get(changeId);
    if (record === undefined) throw new Error('A decision on a change that is not known.');
    return record;
  }
}

function isDone(result: PromiseSettledResult<EffectResult> | undefined): boolean {
  return result?.status === 'fulfilled' && result.value === 'done';
}

function isMoved(result: PromiseSettledResult<EffectResult>): boolean {
  return result.status === 'fulfilled' && result.value === 'moved';
}

function firstError(path: string, results: EffectResults): AppError | null {
  const broken = results.find((result) => result.status === 'rejected');
  if (broken === undefined) return null;
  const result = failure(path, broken.reason);
  return result.ok ? null : result.error;
}

/** Which of the two trees an outcome depends on. */
function placeOf({ state }: HunkOutcome): Place {
  return state === 'accepted' ? 'project' : 'workspace';
}

function outcomeOf(record: ChangeRecord, { hunkId }: HunkOutcome): HunkOutcome {
  const present = record.hunks.find(({ hunk }) => hunk.id === hunkId);
  return present?.outcome ?? { hunkId, state: 'pending' };
}
