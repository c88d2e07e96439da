import { riskOf } from '#shared/airlock/changeView';
import { isDecisionKept } from '#shared/airlock/keptTurns';
import {
  type ChangeRecord,
  type DecisionEvent,
  type HunkOutcome,
  statusOf,
} from '#shared/airlock/ledger';
import { KEPT_TURNS } from '#shared/airlock/limits';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import { fail, ok, type Result } from '#shared/errors';
import type { ChangeId, DecisionId, IdSource } from '#shared/ids';
import { attempt } from './attempt';
import type { Crossing, CrossingDecision } from './crossing';
import type { DecisionRunner, PlannedDecision } from './decisionRunner';
import type { Ledger } from './ledger';
import type { PathLocks } from './pathLocks';
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
  readonly runner: DecisionRunner;
  readonly versions: Versions;
  readonly locks: PathLocks;
  readonly projectRoot: string;
  readonly ids: IdSource;
  selfArming(): SelfArmingTest;
}

/** Each time somebody else wrote the file in the very moment that we did. */
const ATTEMPTS = 3;

/** Many at a time for git's sake, few enough that their texts fit in memory. */
const FILES_AT_ONCE = 32;

/** Decisions, the way back from them, and what was left of them by a crash. */
export class Decisions {
  constructor(private readonly parts: DecisionParts) {}

  /** Changes are decided independently; one that fails does not keep the others from being taken. */
  async decide(verdicts: readonly ChangeVerdict[]): Promise<readonly Result<DecisionReport>[]> {
    const paths = verdicts.flatMap(({ changeId }) => this.pathsOf(changeId));
    return this.locked(paths, async () => {
      const results: Result<DecisionReport>[] = [];
      // What takes a file away comes first: a folder of that name may be to take its place.
      for (const isFirst of [true, false]) {
        const round = [...verdicts.entries()].filter(([, it]) => this.takesAway(it) === isFirst);
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
    });
  }

  async undo(decisionId: DecisionId): Promise<Result<DecisionReport>> {
    const decision = this.parts.ledger.state.decisions.get(decisionId);
    const record = decision && this.parts.ledger.state.changes.get(decision.made.changeId);
    if (!decision?.isSettled || !record) return fail('not-found', 'This decision is not known.');
    if (decision.isUndone) return fail('conflict', 'This decision was undone already.');
    if (decision.made.undoes !== undefined)
      return fail('refused', 'An undo cannot be undone. Decide again instead.');
    if (record.isSuperseded && !isDecisionKept(this.parts.ledger.state, decision)) {
      const message = `This cannot be undone any more: it is more than ${KEPT_TURNS} turns ago.`;
      return fail('refused', message);
    }
    return this.planAndRun(record, () => this.parts.crossing.undo(record, decision), decisionId);
  }

  /** Takes the text for the result of what clashes, unless the user's file is another by now. */
  async resolve(
    changeId: ChangeId,
    current: string,
    text: string,
  ): Promise<Result<DecisionReport>> {
    const record = this.parts.ledger.state.changes.get(changeId);
    if (record === undefined) return fail('not-found', 'This change is not known.');
    if (statusOf(record) !== 'open') return fail('conflict', 'This change is decided already.');
    const risk = riskOf(record.change, this.parts.selfArming());
    if (risk.type === 'refused') return fail('refused', risk.reason);
    return this.planAndRun(record, () => this.parts.crossing.resolve(record, current, text));
  }

  /** Takes up what an earlier run of the program left open. */
  async recover(): Promise<readonly Recovery[]> {
    const recovered: Recovery[] = [];
    for (const { made, isSettled } of [...this.parts.ledger.state.decisions.values()]) {
      const { changeId, decisionId } = made;
      const record = this.parts.ledger.state.changes.get(changeId);
      if (isSettled || record === undefined) continue;
      const { hasMoved, error } = await this.locked(this.pathsOf(changeId), () =>
        this.parts.runner.finish(made),
      );
      const result = hasMoved || error !== null ? 'flagged' : 'finished';
      recovered.push({ decisionId, changeId, path: record.change.path, result });
    }
    return recovered;
  }

  private planAndRun(
    record: ChangeRecord,
    plan: () => Promise<CrossingDecision>,
    undoes?: DecisionId,
  ): Promise<Result<DecisionReport>> {
    const { changeId, path } = record.change;
    return this.locked(this.pathsOf(changeId), async () => {
      const planned = await attempt(path, plan);
      if (!planned.ok) return planned;
      if (planned.value.outcomes.length === 0)
        return fail('conflict', 'There is nothing left to undo.');
      const made = this.made(record, planned.value, undoes);
      const [settled] = await this.parts.runner.run([{ record, planned: planned.value, made }]);
      if (settled === undefined) throw new Error('One decision has one result.');
      if (settled.error) return { ok: false, error: settled.error };
      if (settled.hasMoved) return fail('conflict', `${path} was changed in the same moment.`);
      return ok({ changeId, decisionId: made.decisionId, outcomes: settled.event.outcomes });
    });
  }

  private async decideAll(
    verdicts: readonly ChangeVerdict[],
    attempts: number,
  ): Promise<readonly Result<DecisionReport>[]> {
    const results: Result<DecisionReport>[] = [];
    const work: (PlannedDecision & { readonly index: number })[] = [];
    for (let start = 0; start < verdicts.length; start += FILES_AT_ONCE) {
      const plans = await this.plan(verdicts.slice(start, start + FILES_AT_ONCE), verdicts);
      for (const [position, plan] of plans.entries()) {
        const index = start + position;
        if (plan.ok) work.push({ index, ...plan.value });
        else results[index] = plan;
      }
    }
    const settlements = await this.parts.runner.run(work);
    for (const [position, { index, made }] of work.entries()) {
      const settlement = settlements[position];
      if (settlement === undefined) throw new Error('Every decision has a result.');
      const { changeId, decisionId } = made;
      results[index] = settlement.error
        ? { ok: false, error: settlement.error }
        : ok({ changeId, decisionId, outcomes: settlement.event.outcomes });
      if (!settlement.hasMoved || attempts === 1) continue;
      const [again] = await this.decideAll([retry(verdicts[index], made)], attempts - 1);
      if (again) results[index] = again;
    }
    return results;
  }

  private async plan(
    batch: readonly ChangeVerdict[],
    all: readonly ChangeVerdict[],
  ): Promise<readonly Result<PlannedDecision>[]> {
    const records = batch.map((verdict) => this.decidable(verdict, all));
    const changes = records.flatMap((record) => (record.ok ? [record.value.change] : []));
    const sides = [...(await this.parts.versions.sidesOf(changes))];
    const plans: Result<PlannedDecision>[] = [];
    for (const [position, verdict] of batch.entries()) {
      const found = records[position];
      if (!found?.ok) {
        if (found) plans.push(found);
        continue;
      }
      const [record, own] = [found.value, sides.shift()];
      if (own === undefined) throw new Error('Every change has two sides.');
      const planned = own.ok
        ? await attempt(record.change.path, () =>
            this.parts.crossing.decide(record, own.value, verdict),
          )
        : own;
      if (!planned.ok) plans.push(planned);
      else
        plans.push(ok({ record, planned: planned.value, made: this.made(record, planned.value) }));
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
    const risk = riskOf(record.change, this.parts.selfArming());
    if (risk.type === 'ordinary' || hunks.every(({ verdict }) => verdict === 'reject')) {
      return ok(record);
    }
    if (risk.type === 'refused') return fail('refused', `${path} cannot be taken. ${risk.reason}`);
    if (acknowledgesRisk) return ok(record);
    return fail('refused', `${path} must be confirmed on its own. ${risk.reason}`);
  }

  private made(
    { change }: ChangeRecord,
    { outcomes, effects, standing }: CrossingDecision,
    undoes?: DecisionId,
  ): DecisionEvent {
    return {
      type: 'decision.made',
      decisionId: this.parts.ids.mint('decision'),
      changeId: change.changeId,
      ...(undoes !== undefined && { undoes }),
      outcomes,
      effects,
      standing,
    };
  }

  private takesAway({ changeId, hunks }: ChangeVerdict): boolean {
    const change = this.parts.ledger.state.changes.get(changeId)?.change;
    const vanishes = { accept: change?.proposed === null, reject: change?.base === null };
    return hunks.every(({ verdict }) => vanishes[verdict]);
  }

  private locked<T>(paths: readonly string[], task: () => Promise<T>): Promise<T> {
    return this.parts.locks.run(this.parts.projectRoot, paths, task);
  }

  private pathsOf(changeId: ChangeId): string[] {
    const change = this.parts.ledger.state.changes.get(changeId)?.change;
    return change ? [change.path, ...(change.oldPath === undefined ? [] : [change.oldPath])] : [];
  }
}

/** The same again, on the hunks as they are divided now. */
function retry(verdict: ChangeVerdict | undefined, made: DecisionEvent): ChangeVerdict {
  const hunks = made.outcomes.map(({ hunkId, state }) => ({
    hunkId,
    verdict: state === 'rejected' ? ('reject' as const) : ('accept' as const),
  }));
  return { ...verdict, changeId: made.changeId, hunks };
}
