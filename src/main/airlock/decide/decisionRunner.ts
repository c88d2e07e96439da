import { attempt, failure } from '#main/airlock/disk/attempt';
import type { Effects } from '#main/airlock/disk/effects';
import type { EffectResult } from '#main/airlock/disk/effectWriter';
import type { Ledger } from '#main/airlock/ledger/ledger';
import type { ReadBlobs } from '#main/airlock/objects/objectStore';
import type { TreeDifference } from '#main/airlock/tree/treeDifference';
import { type ChangeRecord, setsAfter } from '#shared/airlock/ledger';
import type {
  DecisionEvent,
  HunkOutcome,
  LedgerEvent,
  TreeSide,
} from '#shared/airlock/ledgerEvents';
import { type AppError, AppException } from '#shared/errors';
import type { BaselineMover } from './baselineMover';
import type { Crossing, CrossingDecision } from './crossing';

export interface DecisionRunnerParts {
  readonly ledger: Ledger;
  readonly crossing: Crossing;
  readonly effects: Effects;
  readonly baseline: BaselineMover;
  /**
   * Called when the user accepted changes that are on disk already, because the agent works in
   * place.
   */
  onAccepted(differences: readonly TreeDifference[]): Promise<void>;
}

/** A decision that is planned but not carried out yet. */
export interface PlannedDecision {
  readonly record: ChangeRecord;
  readonly planned: CrossingDecision;
  readonly made: DecisionEvent;
}

/** The result of a decision. */
export interface Settlement {
  readonly event: Extract<LedgerEvent, { type: 'decision.settled' }>;
  readonly error: AppError | null;
  /** Whether a file had neither its expected content nor its new content. */
  readonly hasMoved: boolean;
}

const PLACES: readonly TreeSide[] = ['project', 'workspace'];

type EffectResults = readonly PromiseSettledResult<EffectResult>[];

/** Carries out planned decisions and records their outcomes. */
export class DecisionRunner {
  constructor(private readonly parts: DecisionRunnerParts) {}

  /**
   * Carries decisions out; one settlement per decision, in order. I3: all decisions are recorded on
   * disk together before any of them takes effect, and their outcomes are recorded afterwards. An
   * interrupted decision is finished or flagged at the next start.
   */
  async carryOut(
    work: readonly PlannedDecision[],
    read: ReadBlobs,
  ): Promise<readonly Settlement[]> {
    if (work.length === 0) return [];
    await this.parts.ledger.append(work.flatMap(({ planned, made }) => [...planned.splits, made]));
    return this.finish(
      work.map(({ made }) => made),
      'report',
      read,
    );
  }

  /** Carries out recorded decisions. Repeating what was done in part is harmless. */
  async finish(
    decisions: readonly DecisionEvent[],
    whenFailed: 'flag' | 'report',
    read?: ReadBlobs,
  ): Promise<readonly Settlement[]> {
    const effects = decisions.flatMap((made) => made.effects);
    const groups = decisions.flatMap(({ effects: own }) =>
      PLACES.map((place) => own.filter((effect) => effect.place === place)),
    );
    const results = [...(await this.parts.effects.run(effects, read?.blobs, groups))];
    const settled: Settlement[] = [];
    for (const made of decisions) {
      settled.push(await this.settle(made, results.splice(0, made.effects.length), whenFailed));
    }
    const closed = await attempt('The decision', () => this.close(decisions, settled));
    if (closed.ok) return settled;
    const { code, message, detail } = closed.error;
    throw new AppException({
      code,
      message: `Your decision was carried out, but Airlock could not save that. It tries again the next time it reads the files. ${message}`,
      ...(detail !== undefined && { detail }),
    });
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
    const { baseline, ledger, onAccepted } = this.parts;
    const before = baseline.tree;
    const accepted: TreeDifference[] = [];
    for (const [index, decision] of made.entries()) {
      const settlement = settled[index];
      if (!settlement) continue;
      const record = this.recordOf(decision);
      accepted.push(...acceptedInPlace(record, decision, settlement));
      await baseline.plan(record, decision, settlement.event);
    }
    const tree = await baseline.carryOut();
    // Must come first: after a kill, the other sessions would not be told of a settled decision.
    if (accepted.length > 0) await onAccepted(accepted);
    // The move must come first for earlier versions, which read only some of these lines: otherwise
    // they would not list the undone changes.
    const moved: readonly LedgerEvent[] = tree === before ? [] : [{ type: 'base.moved', tree }];
    await ledger.append([...moved, ...settled.map(({ event }) => event)]);
  }

  /** The current record, including the splits that were just written. */
  recordOf({ changeId }: Pick<DecisionEvent, 'changeId'>): ChangeRecord {
    const record = this.parts.ledger.state.changes.get(changeId);
    if (record === undefined) throw new Error('A decision refers to an unknown change.');
    return record;
  }
}

/**
 * The differences that were accepted in place. Nothing is written, because the change is already on
 * disk.
 */
function acceptedInPlace(
  { change, standing, isSuperseded }: ChangeRecord,
  { undoes, effects, outcomes }: DecisionEvent,
  { event }: Settlement,
): readonly TreeDifference[] {
  const isFound = change.origin === 'scan' && !isSuperseded && undoes === undefined;
  const isAccepted = outcomes.some(({ state }) => state === 'accepted');
  if (!isFound || !isAccepted || effects.some(({ place }) => place === 'project')) return [];
  const [before, after] = [standing.base, event.standing.base];
  const path = (after ?? before)?.path;
  if (path === undefined) return [];
  const moved = before !== null && before.path !== path && { oldPath: before.path };
  return [{ path, ...moved, base: before?.version ?? null, proposed: after?.version ?? null }];
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

/** The tree that an outcome depends on. */
function placeOf({ state }: HunkOutcome): TreeSide {
  return state === 'accepted' ? 'project' : 'workspace';
}

function outcomeOf(record: ChangeRecord, { hunkId }: HunkOutcome): HunkOutcome {
  const present = record.hunks.find(({ hunk }) => hunk.id === hunkId);
  return present?.outcome ?? { hunkId, state: 'pending' };
}
