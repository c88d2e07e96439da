import { riskOf } from '#shared/airlock/changeView';
import { setsAfter } from '#shared/airlock/hunkSets';
import {
  type ChangeRecord,
  type DecisionEvent,
  type HunkOutcome,
  type LedgerEvent,
  statusOf,
} from '#shared/airlock/ledger';
import { type AppError, AppException, fail, ok, type Result } from '#shared/errors';
import type { ChangeId, DecisionId, IdSource } from '#shared/ids';
import { attempt, failure } from './attempt';
import type { BaselineMover } from './baselineMover';
import type { Crossing, CrossingDecision } from './crossing';
import type { EffectResult, EffectRunner } from './effectRunner';
import type { Ledger } from './ledger';
import type { PathLocks } from './pathLocks';
import type { ChangeVerdict } from './verdicts';
import type { Versions } from './versions';

/** What became of one change's verdict; the hunks that stay undecided say why. */
export interface DecisionReport {
  readonly changeId: ChangeId;
  readonly decisionId: DecisionId;
  readonly outcomes: readonly HunkOutcome[];
}

/** What was found half done, and how it ended: finished, or left to the user to look at. */
export interface Recovery {
  readonly decisionId: DecisionId;
  readonly changeId: ChangeId;
  readonly path: string;
  readonly result: 'finished' | 'flagged';
}

export interface DecisionParts {
  readonly ledger: Ledger;
  readonly crossing: Crossing;
  readonly effects: EffectRunner;
  readonly baseline: BaselineMover;
  readonly versions: Versions;
  readonly locks: PathLocks;
  readonly projectRoot: string;
  readonly ids: IdSource;
}

/** A decision that is worked out and not yet carried out. */
interface Work {
  readonly record: ChangeRecord;
  readonly planned: CrossingDecision;
  readonly made: DecisionEvent;
}

interface Settlement {
  readonly event: Extract<LedgerEvent, { type: 'decision.settled' }>;
  readonly error: AppError | null;
  readonly hasMoved: boolean;
}

/** Each time somebody else wrote the file in the very moment that we did. */
const ATTEMPTS = 3;

/** Many at a time for git's sake, few enough that their texts fit in memory. */
const FILES_AT_ONCE = 32;

/**
 * Decisions and what follows from them. I1: a decision is on the disk before anything is done about
 * it, and its outcome after; whatever happens in between is finished or flagged at the next start.
 */
export class Decisions {
  constructor(private readonly parts: DecisionParts) {}

  /** Changes are decided independently; one that fails does not keep the others from being taken. */
  async decide(verdicts: readonly ChangeVerdict[]): Promise<readonly Result<DecisionReport>[]> {
    const paths = verdicts.flatMap(({ changeId }) => this.pathsOf(changeId));
    return this.parts.locks.run(this.parts.projectRoot, paths, () => this.decideInRounds(verdicts));
  }

  async undo(decisionId: DecisionId): Promise<Result<DecisionReport>> {
    const decision = this.parts.ledger.state.decisions.get(decisionId);
    const record = decision && this.parts.ledger.state.changes.get(decision.made.changeId);
    if (!decision?.isSettled || !record) return fail('not-found', 'This decision is not known.');
    if (decision.isUndone) return fail('conflict', 'This decision was undone already.');
    if (decision.made.undoes !== undefined) return fail('refused', 'Decide anew instead.');
    const { path, changeId } = record.change;
    return this.parts.locks.run(this.parts.projectRoot, this.pathsOf(changeId), async () => {
      const planned = await attempt(path, () => this.parts.crossing.undo(record, decision));
      if (!planned.ok) return planned;
      if (planned.value.outcomes.length === 0) return fail('conflict', 'Nothing of it stands.');
      const made = this.made(record, planned.value, decisionId);
      const [result] = await this.carryOut([{ record, planned: planned.value, made }]);
      if (result === undefined) throw new Error('One decision has one result.');
      if (result.error) return { ok: false, error: result.error };
      return ok({ changeId, decisionId: made.decisionId, outcomes: result.event.outcomes });
    });
  }

  /** Takes up what an earlier run of the program left open. */
  async recover(): Promise<readonly Recovery[]> {
    const recovered: Recovery[] = [];
    for (const decision of [...this.parts.ledger.state.decisions.values()]) {
      if (decision.isSettled) continue;
      const { changeId, decisionId, effects } = decision.made;
      const record = this.parts.ledger.state.changes.get(changeId);
      if (record === undefined) continue;
      const settlement = await this.parts.locks.run(
        this.parts.projectRoot,
        this.pathsOf(changeId),
        async () => {
          const results = await this.parts.effects.run(effects);
          const settled = await this.settle(record, decision.made, results, 'flag');
          await this.close([{ record, made: decision.made, settled }]);
          return settled;
        },
      );
      const isFlagged = settlement.hasMoved || settlement.error !== null;
      const result = isFlagged ? 'flagged' : 'finished';
      recovered.push({ decisionId, changeId, path: record.change.path, result });
    }
    return recovered;
  }

  /** What takes a file away comes first, because a folder of that name may be to take its place. */
  private async decideInRounds(
    verdicts: readonly ChangeVerdict[],
  ): Promise<readonly Result<DecisionReport>[]> {
    const results: Result<DecisionReport>[] = [];
    for (const isFirstRound of [true, false]) {
      const round = [...verdicts.entries()].filter(
        ([, verdict]) => this.takesAway(verdict) === isFirstRound,
      );
      const reports = await this.decideAll(
        round.map(([, verdict]) => verdict),
        ATTEMPTS,
      );
      for (const [position, [index]] of round.entries()) {
        const report = reports[position];
        if (report !== undefined) results[index] = report;
      }
    }
    return results;
  }

  private takesAway({ changeId, hunks }: ChangeVerdict): boolean {
    const change = this.parts.ledger.state.changes.get(changeId)?.change;
    const vanishes = { accept: change?.proposed === null, reject: change?.base === null };
    return hunks.every(({ verdict }) => vanishes[verdict]);
  }

  private async decideAll(
    verdicts: readonly ChangeVerdict[],
    attempts: number,
  ): Promise<readonly Result<DecisionReport>[]> {
    const results: Result<DecisionReport>[] = [];
    const work: (Work & { readonly index: number })[] = [];
    for (let start = 0; start < verdicts.length; start += FILES_AT_ONCE) {
      const batch = verdicts.slice(start, start + FILES_AT_ONCE);
      const plans = await this.planAll(batch, verdicts);
      for (const [position, plan] of plans.entries()) {
        const index = start + position;
        if (plan.ok) work.push({ index, ...plan.value });
        else results[index] = plan;
      }
    }
    const settlements = await this.carryOut(work);
    for (const [position, { index, made }] of work.entries()) {
      const settlement = settlements[position];
      if (settlement === undefined) throw new Error('Every decision has a result.');
      const { changeId, decisionId } = made;
      results[index] = settlement.error
        ? { ok: false, error: settlement.error }
        : ok({ changeId, decisionId, outcomes: settlement.event.outcomes });
      if (settlement.hasMoved && attempts > 1) {
        const again = await this.decideAll([retry(verdicts[index], made)], attempts - 1);
        results[index] = again[0] ?? results[index];
      }
    }
    return results;
  }

  private async planAll(
    batch: readonly ChangeVerdict[],
    all: readonly ChangeVerdict[],
  ): Promise<readonly Result<Work>[]> {
    const records = batch.map((verdict) => this.decidable(verdict, all));
    const changes = records.flatMap((record) => (record.ok ? [record.value.change] : []));
    const sides = [...(await this.parts.versions.sidesOf(changes))];
    const plans: Result<Work>[] = [];
    for (const [position, verdict] of batch.entries()) {
      const record = records[position];
      const own = record?.ok ? sides.shift() : undefined;
      if (!record?.ok || own === undefined) {
        plans.push(record && !record.ok ? record : fail('internal', 'A change without sides.'));
        continue;
      }
      const { value } = record;
      const planned = await attempt(value.change.path, () =>
        this.parts.crossing.decide(value, own, verdict),
      );
      plans.push(
        planned.ok
          ? ok({ record: value, planned: planned.value, made: this.made(value, planned.value) })
          : planned,
      );
    }
    return plans;
  }

  private decidable(
    { changeId, hunks, acknowledgesRisk }: ChangeVerdict,
    all: readonly ChangeVerdict[],
  ): Result<ChangeRecord> {
    if (all.filter((other) => other.changeId === changeId).length > 1) {
      return fail('invalid-input', 'One verdict per change.');
    }
    const record = this.parts.ledger.state.changes.get(changeId);
    if (record === undefined) return fail('not-found', 'This change is not known.');
    const { path } = record.change;
    const status = statusOf(record);
    if (status !== 'open') return fail('conflict', `${path}: this change is ${status}.`);
    if (hunks.length === 0) return fail('invalid-input', 'Nothing was decided.');
    const risk = riskOf(record.change);
    if (risk.type === 'ordinary' || hunks.every(({ verdict }) => verdict === 'reject')) {
      return ok(record);
    }
    if (risk.type === 'refused') return fail('refused', `${path} cannot be taken. ${risk.reason}`);
    if (acknowledgesRisk) return ok(record);
    return fail('refused', `${path} must be confirmed on its own. ${risk.reason}`);
  }

  private made(
    record: ChangeRecord,
    planned: CrossingDecision,
    undoes?: DecisionId,
  ): DecisionEvent {
    const { outcomes, effects, standing } = planned;
    return {
      type: 'decision.made',
      decisionId: this.parts.ids.mint('decision'),
      changeId: record.change.changeId,
      ...(undoes !== undefined && { undoes }),
      outcomes,
      effects,
      standing,
    };
  }

  private async carryOut(work: readonly Work[]): Promise<readonly Settlement[]> {
    if (work.length === 0) return [];
    await this.parts.ledger.append(work.flatMap(({ planned, made }) => [...planned.splits, made]));
    const results = [...(await this.parts.effects.run(work.flatMap(({ made }) => made.effects)))];
    const settled: Settlement[] = [];
    for (const { record, made } of work) {
      const own = results.splice(0, made.effects.length);
      settled.push(await this.settle(this.current(record), made, own, 'report'));
    }
    await this.close(
      work.map(({ record, made }, index) => {
        const settlement = settled[index];
        if (settlement === undefined) throw new Error('Every decision is settled.');
        return { record: this.current(record), made, settled: settlement };
      }),
    );
    return settled;
  }

  /** The record with the splits that were just written down. */
  private current({ change }: ChangeRecord): ChangeRecord {
    const record = this.parts.ledger.state.changes.get(change.changeId);
    if (record === undefined) throw new Error('Changes do not vanish.');
    return record;
  }

  private async settle(
    record: ChangeRecord,
    made: DecisionEvent,
    results: readonly PromiseSettledResult<EffectResult>[],
    whenFailed: 'flag' | 'report',
  ): Promise<Settlement> {
    const failed = made.effects.filter((_, index) => !isDone(results[index]));
    const broken = results.find((result) => result.status === 'rejected');
    const hasMoved = results.some(
      (result) => result.status === 'fulfilled' && result.value === 'moved',
    );
    const error = broken ? errorOf(record.change.path, broken.reason) : null;
    if (failed.length === 0) {
      const { decisionId, outcomes, standing } = made;
      return {
        event: { type: 'decision.settled', decisionId, outcomes, standing },
        error,
        hasMoved,
      };
    }
    const isFailed = (outcome: HunkOutcome) =>
      failed.some(({ place }) => place === placeOf(outcome, record, made));
    const outcomes = made.outcomes.map((outcome): HunkOutcome => {
      if (!isFailed(outcome)) return outcome;
      const { hunkId } = outcome;
      if (made.undoes !== undefined) return presentOutcome(record, hunkId);
      if (whenFailed === 'report' && !hasMoved) return { hunkId, state: 'pending' };
      return { hunkId, state: 'pending', interrupted: true };
    });
    const sets = setsAfter(record, outcomes);
    const standing = await this.parts.crossing.standingOf(record, sets.accepted, sets.pending);
    const event = {
      type: 'decision.settled',
      decisionId: made.decisionId,
      outcomes,
      standing,
    } as const;
    return { event, error, hasMoved };
  }

  private async close(
    work: readonly { record: ChangeRecord; made: DecisionEvent; settled: Settlement }[],
  ): Promise<void> {
    const before = this.parts.baseline.tree;
    for (const { record, made, settled } of work) {
      await this.parts.baseline.plan(record, made, settled.event);
    }
    const tree = await this.parts.baseline.carryOut();
    const events: LedgerEvent[] = work.map(({ settled }) => settled.event);
    if (tree !== before) events.push({ type: 'base.moved', tree });
    await this.parts.ledger.append(events);
  }

  private pathsOf(changeId: ChangeId): string[] {
    const change = this.parts.ledger.state.changes.get(changeId)?.change;
    return change ? [change.path, ...(change.oldPath === undefined ? [] : [change.oldPath])] : [];
  }
}

function isDone(result: PromiseSettledResult<EffectResult> | undefined): boolean {
  return result?.status === 'fulfilled' && result.value === 'done';
}

function errorOf(path: string, reason: unknown): AppError {
  const result = failure(path, reason);
  if (result.ok) throw new AppException({ code: 'internal', message: 'A failure that is none.' });
  return result.error;
}

/** Which of the two trees an outcome depends on. */
function placeOf(outcome: HunkOutcome, record: ChangeRecord, made: DecisionEvent) {
  const state =
    made.undoes === undefined ? outcome.state : presentOutcome(record, outcome.hunkId).state;
  return state === 'accepted' ? 'project' : 'workspace';
}

function presentOutcome(record: ChangeRecord, hunkId: HunkOutcome['hunkId']): HunkOutcome {
  const present = record.hunks.find(({ hunk }) => hunk.id === hunkId);
  return present?.outcome ?? { hunkId, state: 'pending' };
}

/** The same again, on the hunks as they are divided now. */
function retry(verdict: ChangeVerdict | undefined, made: DecisionEvent): ChangeVerdict {
  const hunks = made.outcomes.map(({ hunkId, state }) => ({
    hunkId,
    verdict: state === 'rejected' ? ('reject' as const) : ('accept' as const),
  }));
  return { ...verdict, changeId: made.changeId, hunks };
}
