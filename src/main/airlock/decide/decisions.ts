import { attempt } from '#main/airlock/disk/attempt';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import type { PathLocks } from '#main/airlock/disk/pathLocks';
import type { ProjectFolder } from '#main/airlock/disk/projectFolder';
import { type ObjectStore, ReadBlobs } from '#main/airlock/objects/objectStore';
import { riskOf } from '#shared/airlock/changeView';
import { isDecisionKept, KEPT_WORDS } from '#shared/airlock/keptTurns';
import {
  type ChangeRecord,
  type ChangeStatus,
  changeStatus,
  type DecisionRecord,
} from '#shared/airlock/ledger';
import type { DecisionEvent, HunkOutcome } from '#shared/airlock/ledgerEvents';
import type { SelfArmingTest } from '#shared/airlock/selfArming';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import { fail, ok, type Result } from '#shared/errors';
import type { ChangeId, DecisionId, IdSource } from '#shared/ids';
import type { CrossingDecision, UndoManner } from './crossing';
import { DecisionRunner, type DecisionRunnerParts, type PlannedDecision } from './decisionRunner';
import { TakenPaths } from './takenPaths';

/** The result of one change's verdict; hunks that stay undecided carry the reason. */
export interface DecisionOutcome {
  readonly changeId: ChangeId;
  readonly decisionId: DecisionId;
  readonly outcomes: readonly HunkOutcome[];
}

/** A decision that was found half done, and its outcome: finished, or left to the user. */
export interface Recovery {
  readonly decisionId: DecisionId;
  readonly changeId: ChangeId;
  readonly path: string;
  readonly result: 'finished' | 'flagged';
}

export interface DecisionParts extends DecisionRunnerParts {
  readonly store: ObjectStore;
  readonly locks: PathLocks;
  readonly project: ProjectFolder;
  readonly ids: IdSource;
  readonly isInPlace: boolean;
  /** Other work that may be unfinished, and that is finished first. */
  readonly others: readonly { recover(): Promise<void> }[];
  selfArming(): SelfArmingTest;
}

type Failure = ReturnType<typeof fail>;

/** The number of attempts; each fails only if somebody else writes the file at the same moment. */
const ATTEMPTS = 3;

/** Many files per step save git commands, but few enough that their texts fit in memory. */
const FILES_AT_ONCE = 32;
/** Plans that are made in parallel, because most of their time is spent waiting for the disk. */
const PLANS_AT_ONCE = 8;

/** Why a change can no longer be decided. */
const closedWords: Readonly<Record<Exclude<ChangeStatus, 'open'>, (path: string) => string>> = {
  settled: (path) => `You have decided about ${path} already.`,
  superseded: (path) => `${path} has changed since you reviewed it. Review it again.`,
  withdrawn: (path) => `The agent no longer wants to change ${path}.`,
};

/** Makes decisions, undoes them, and finishes those that a crash interrupted. */
export class Decisions {
  private readonly runner: DecisionRunner;

  constructor(private readonly parts: DecisionParts) {
    this.runner = new DecisionRunner(parts);
  }

  /** Decides changes independently; a failed one does not stop the others. */
  async decide(verdicts: readonly ChangeVerdict[]): Promise<readonly Result<DecisionOutcome>[]> {
    const fault = await this.projectFault();
    // Open decisions must be finished first, and in place all files are the user's.
    if (fault !== null && (this.parts.isInPlace || this.unsettled().length > 0)) {
      return verdicts.map(() => fault);
    }
    if (fault !== null && verdicts.some(accepts)) {
      const rest = [...(await this.decide(verdicts.filter((verdict) => !accepts(verdict))))];
      return verdicts.map((verdict) => (accepts(verdict) ? fault : (rest.shift() ?? fault)));
    }
    await this.recover();
    const paths = verdicts.flatMap(({ changeId }) => this.pathsOf(changeId));
    return this.locked(paths, async () => {
      const results: Result<DecisionOutcome>[] = [];
      // Deletions come first: a folder of the same name may replace the file.
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

  /**
   * Undoes the newest decision first: each was based on the result of the ones before. Decisions on
   * different files are undone together, unless one file has the place of the other's folder. A
   * failed undo does not stop the others.
   */
  async undo(
    decisionIds: readonly DecisionId[],
    manner: UndoManner = 'exactly',
  ): Promise<readonly Result<DecisionOutcome>[]> {
    const fault = await this.projectFault();
    if (fault !== null) return decisionIds.map(() => fault);
    await this.recover();
    const results = new Map<DecisionId, Result<DecisionOutcome>>();
    const round = new Set<DecisionId>();
    const taken = new TakenPaths();
    const finishRound = async () => {
      const undone = await this.undoTogether([...round], manner);
      for (const [index, decisionId] of [...round].entries()) {
        const result = undone[index];
        if (result !== undefined) results.set(decisionId, result);
      }
      round.clear();
      taken.clear();
    };
    for (const decisionId of decisionIds.toReversed()) {
      const paths = this.pathsDecided(decisionId);
      if (paths.some((path) => taken.isInWay(path))) await finishRound();
      round.add(decisionId);
      for (const path of paths) taken.add(path);
    }
    await finishRound();
    return decisionIds.map(
      (decisionId) => results.get(decisionId) ?? fail('refused', 'There is no such decision.'),
    );
  }

  /** Uses a text as the result of a conflict, unless the user's file has changed since. */
  async resolve(
    changeId: ChangeId,
    current: string,
    text: string,
  ): Promise<Result<DecisionOutcome>> {
    const fault = await this.projectFault();
    if (fault !== null) return fault;
    await this.recover();
    const record = this.parts.ledger.state.changes.get(changeId);
    if (record === undefined) return fail('not-found', 'There is no such change.');
    if (changeStatus(record) !== 'open') return fail('conflict', 'This change is already decided.');
    const risk = riskOf(record.change, this.parts.selfArming());
    if (risk.type === 'refused') return fail('refused', risk.reason);
    return this.locked(this.pathsOf(changeId), async () => {
      const plan = () => this.parts.crossing.resolve(record, current, text);
      const [result] = await this.carryOutAll([await this.planned(record, plan)], new ReadBlobs());
      if (result === undefined) throw new Error('One decision has one result.');
      return result;
    });
  }

  /**
   * The failure if the project's folder is missing: every file in it would look deleted, and would
   * be offered for writing.
   */
  private async projectFault(): Promise<Failure | null> {
    const fault = await this.parts.project.fault();
    return fault === null ? null : fail('not-found', fault);
  }

  /**
   * Finishes what an earlier run of the app, or a full disk, left open. Work on the user's files
   * waits while their disk is missing (I18).
   */
  async recover(): Promise<readonly Recovery[]> {
    const recovered: Recovery[] = [];
    const isWaiting = this.parts.isInPlace || this.unsettled().length > 0;
    const isAway = isWaiting && (await this.projectFault()) !== null;
    if (isAway && this.parts.isInPlace) return recovered;
    for (const other of this.parts.others) await other.recover();
    if (isAway) return recovered;
    for (let open = this.unsettled(); open.length > 0; open = this.unsettled()) {
      const paths = open.flatMap(({ changeId }) => this.pathsOf(changeId));
      const settled = await this.locked(paths, () => this.runner.finish(open, 'flag'));
      for (const [index, { changeId, decisionId }] of open.entries()) {
        const { hasMoved, error } = settled[index] ?? { hasMoved: true, error: null };
        const { path } = this.runner.recordOf({ changeId }).change;
        const result = hasMoved || error !== null ? 'flagged' : 'finished';
        recovered.push({ decisionId, changeId, path, result });
      }
    }
    return recovered;
  }

  /** The first unfinished decision of each change: the next one depends on its result. */
  private unsettled(): readonly DecisionEvent[] {
    const { changes, decisions } = this.parts.ledger.state;
    const open = new Map<ChangeId, DecisionEvent>();
    for (const { made, isSettled } of decisions.values()) {
      if (isSettled || !changes.has(made.changeId) || open.has(made.changeId)) continue;
      open.set(made.changeId, made);
    }
    return [...open.values()];
  }

  private undoTogether(
    decisionIds: readonly DecisionId[],
    manner: UndoManner,
  ): Promise<readonly Result<DecisionOutcome>[]> {
    const paths = decisionIds.flatMap((decisionId) => this.pathsDecided(decisionId));
    return this.locked(paths, async () => {
      const plans: Result<PlannedDecision>[] = [];
      const read = new ReadBlobs();
      for (let start = 0; start < decisionIds.length; start += FILES_AT_ONCE) {
        const batch = decisionIds.slice(start, start + FILES_AT_ONCE);
        plans.push(...(await this.planUndo(batch, manner, read)));
      }
      return this.carryOutAll(plans, read);
    });
  }

  private async planUndo(
    decisionIds: readonly DecisionId[],
    manner: UndoManner,
    read: ReadBlobs,
  ): Promise<readonly Result<PlannedDecision>[]> {
    const found = decisionIds.map((decisionId) => this.undoable(decisionId));
    const changes = found.flatMap((one) => (one.ok ? [one.value.record.change] : []));
    const sides = [...(await this.parts.store.sidesOf(changes, read))];
    const work = found.map((one) => ({ one, own: one.ok ? sides.shift() : undefined }));
    return mapLimited(PLANS_AT_ONCE, work, async ({ one, own }) => {
      if (!one.ok) return one;
      if (own === undefined) throw new Error('Every change has two sides.');
      if (!own.ok) return own;
      const { record, decision } = one.value;
      const plan = () => this.parts.crossing.undo(record, own.value, decision, manner);
      return this.planned(record, plan, decision.made.decisionId);
    });
  }

  private undoable(
    decisionId: DecisionId,
  ): Result<{ readonly record: ChangeRecord; readonly decision: DecisionRecord }> {
    const decision = this.parts.ledger.state.decisions.get(decisionId);
    const record = decision && this.parts.ledger.state.changes.get(decision.made.changeId);
    if (!decision?.isSettled || !record) return fail('refused', 'There is no such decision.');
    if (decision.isUndone) return fail('conflict', 'This decision was already undone.');
    if (decision.made.undoes !== undefined)
      return fail('refused', 'An undo cannot be undone. Decide again instead.');
    if (record.isSuperseded && !isDecisionKept(this.parts.ledger.state, decision)) {
      const message = `This can no longer be undone: Airlock keeps what that needs for ${KEPT_WORDS}.`;
      return fail('refused', message);
    }
    return ok({ record, decision });
  }

  private async planned(
    record: ChangeRecord,
    plan: () => Promise<CrossingDecision>,
    undoes?: DecisionId,
  ): Promise<Result<PlannedDecision>> {
    const planned = await attempt(record.change.path, plan);
    if (!planned.ok) return planned;
    if (planned.value.outcomes.length === 0)
      return fail('conflict', 'There is nothing left to undo.');
    return ok({ record, planned: planned.value, made: this.made(record, planned.value, undoes) });
  }

  /** Carries out without retries: a file that was changed at the same time is reported. */
  private async carryOutAll(
    plans: readonly Result<PlannedDecision>[],
    read: ReadBlobs,
  ): Promise<readonly Result<DecisionOutcome>[]> {
    const work = plans.flatMap((plan) => (plan.ok ? [plan.value] : []));
    const settlements = [...(await this.runner.carryOut(work, read))];
    return plans.map((plan): Result<DecisionOutcome> => {
      if (!plan.ok) return plan;
      const settled = settlements.shift();
      if (settled === undefined) throw new Error('Every decision has a result.');
      const { changeId, decisionId } = plan.value.made;
      if (settled.error) return { ok: false, error: settled.error };
      if (settled.hasMoved) {
        const { path } = plan.value.record.change;
        return fail('conflict', `${path} was changed at the same time.`);
      }
      return ok({ changeId, decisionId, outcomes: settled.event.outcomes });
    });
  }

  private async decideAll(
    verdicts: readonly ChangeVerdict[],
    attempts: number,
  ): Promise<readonly Result<DecisionOutcome>[]> {
    const results: Result<DecisionOutcome>[] = [];
    const work: (PlannedDecision & { readonly index: number })[] = [];
    const read = new ReadBlobs();
    const named = new Map<ChangeId, number>();
    for (const { changeId } of verdicts) named.set(changeId, (named.get(changeId) ?? 0) + 1);
    for (let start = 0; start < verdicts.length; start += FILES_AT_ONCE) {
      const batch = verdicts.slice(start, start + FILES_AT_ONCE);
      const plans = await this.plan(batch, named, read);
      for (const [position, plan] of plans.entries()) {
        const index = start + position;
        if (plan.ok) work.push({ index, ...plan.value });
        else results[index] = plan;
      }
    }
    const settlements = await this.runner.carryOut(work, read);
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
    named: ReadonlyMap<ChangeId, number>,
    read: ReadBlobs,
  ): Promise<readonly Result<PlannedDecision>[]> {
    const found = batch.map((verdict) => ({ verdict, one: this.decidable(verdict, named) }));
    const changes = found.flatMap(({ one }) => (one.ok ? [one.value.change] : []));
    const sides = [...(await this.parts.store.sidesOf(changes, read))];
    const work = found.map((each) => ({ ...each, own: each.one.ok ? sides.shift() : undefined }));
    return mapLimited(PLANS_AT_ONCE, work, async ({ verdict, one, own }) => {
      if (!one.ok) return one;
      if (own === undefined) throw new Error('Every change has two sides.');
      if (!own.ok) return own;
      const record = one.value;
      const planned = await attempt(record.change.path, () =>
        this.parts.crossing.decide(record, own.value, verdict),
      );
      if (!planned.ok) return planned;
      return ok({ record, planned: planned.value, made: this.made(record, planned.value) });
    });
  }

  private decidable(
    { changeId, hunks, acknowledgesRisk }: ChangeVerdict,
    named: ReadonlyMap<ChangeId, number>,
  ): Result<ChangeRecord> {
    if ((named.get(changeId) ?? 0) > 1) return fail('invalid-input', 'One verdict per change.');
    const record = this.parts.ledger.state.changes.get(changeId);
    if (record === undefined) return fail('not-found', 'There is no such change.');
    const { path } = record.change;
    const status = changeStatus(record);
    if (status !== 'open') return fail('conflict', closedWords[status](path));
    if (hunks.length === 0) return fail('invalid-input', 'Nothing was decided.');
    const risk = riskOf(record.change, this.parts.selfArming());
    if (risk.type === 'ordinary' || hunks.every(({ verdict }) => verdict === 'reject')) {
      return ok(record);
    }
    if (risk.type === 'refused')
      return fail('refused', `${path} cannot be accepted. ${risk.reason}`);
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
    return this.parts.locks.run(this.parts.project.path, paths, task);
  }

  private pathsDecided(decisionId: DecisionId): string[] {
    const decision = this.parts.ledger.state.decisions.get(decisionId);
    return decision ? this.pathsOf(decision.made.changeId) : [];
  }

  private pathsOf(changeId: ChangeId): string[] {
    const change = this.parts.ledger.state.changes.get(changeId)?.change;
    return change ? [change.path, ...(change.oldPath === undefined ? [] : [change.oldPath])] : [];
  }
}

function accepts({ hunks }: ChangeVerdict): boolean {
  return hunks.some(({ verdict }) => verdict === 'accept');
}

/** The same verdict again, for the hunks as they are split now. */
function retry(verdict: ChangeVerdict | undefined, made: DecisionEvent): ChangeVerdict {
  const hunks = made.outcomes.map(({ hunkId, state }) => ({
    hunkId,
    verdict: state === 'rejected' ? ('reject' as const) : ('accept' as const),
  }));
  return { ...verdict, changeId: made.changeId, hunks };
}
