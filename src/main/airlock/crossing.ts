import type { FileVersion } from '#shared/airlock/change';
import { type Composition, compose, keptContent } from '#shared/airlock/compose';
import type { CrossingRequest } from '#shared/airlock/crossingPlan';
import { crossingRequest } from '#shared/airlock/crossingRequest';
import { setsOf, union } from '#shared/airlock/hunkSets';
import type {
  ChangeRecord,
  DecisionRecord,
  Effect,
  HunkOutcome,
  LedgerEvent,
  Standing,
} from '#shared/airlock/ledger';
import type { Sides } from '#shared/airlock/review';
import { takenBack } from '#shared/airlock/takenBack';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import { AppException } from '#shared/errors';
import type { HunkId } from '#shared/ids';
import type { Isolation } from '#shared/session/events';
import { type EffectPlanner, NO_CROSSING, type PlannedCrossing } from './effectPlanner';
import type { EffectRunner } from './effectRunner';
import { incomingText } from './incomingText';
import { divideVerdict } from './verdicts';
import { sideOf, type Versions } from './versions';

/** All that a decision will do, worked out before any of it is done. */
export interface CrossingDecision {
  readonly splits: readonly LedgerEvent[];
  readonly outcomes: readonly HunkOutcome[];
  readonly effects: readonly Effect[];
  readonly standing: Standing;
}

export interface CrossingParts {
  readonly isolation: Isolation;
  readonly effects: EffectRunner;
  readonly planner: EffectPlanner;
  readonly versions: Versions;
}

type Hunks = ChangeRecord['change']['hunks'];
type Ids = ReadonlySet<HunkId>;

/** I13: works out what verdicts mean for the user's files and for the agent's. */
export class Crossing {
  constructor(private readonly parts: CrossingParts) {}

  async decide(
    record: ChangeRecord,
    sides: Sides,
    verdict: ChangeVerdict,
  ): Promise<CrossingDecision> {
    const { hunks, splits, accepted, rejected } = divideVerdict(record, sides, verdict);
    const before = setsOf(record).accepted;
    const undecided = new Set(hunks.map(({ id }) => id).filter((id) => !isDecided(record, id)));
    const wanted = union(before, accepted);
    const { effects, conflicts } = this.crosses(record, accepted.size === hunks.length)
      ? await this.parts.planner.cross(
          crossingRequest(sides, hunks, before, wanted, verdict.resolution),
        )
      : NO_CROSSING;
    const taken = without(wanted, new Set(conflicts.keys()));
    const left = without(undecided, union(taken, rejected));
    const reverted =
      rejected.size > 0
        ? await this.turn(record, sides, hunks, union(before, undecided), union(taken, left))
        : [];
    return {
      splits,
      outcomes: [
        ...[...accepted].map((hunkId): HunkOutcome => {
          const conflict = conflicts.get(hunkId);
          return conflict ? { hunkId, state: 'pending', conflict } : { hunkId, state: 'accepted' };
        }),
        ...[...rejected].map((hunkId): HunkOutcome => ({ hunkId, state: 'rejected' })),
      ],
      effects: [...effects, ...reverted],
      standing: await this.standing(sides, hunks, taken, left),
    };
  }

  /** The way back: all of it or nothing. */
  async undo(record: ChangeRecord, decision: DecisionRecord): Promise<CrossingDecision> {
    const sides = await this.parts.versions.sides(record.change);
    const hunks = hunksOf(record);
    const mine = record.hunks.filter((hunk) => hunk.decisionId === decision.made.decisionId);
    const idsOf = (state: HunkOutcome['state']) =>
      new Set(mine.filter(({ outcome }) => outcome.state === state).map(({ hunk }) => hunk.id));
    const { accepted, pending } = setsOf(record);
    const returned = idsOf('accepted');
    const revived = idsOf('rejected');
    const left = without(accepted, returned);
    const undecided = union(pending, union(returned, revived));
    if (revived.size > 0 && record.isSuperseded) throw movedOn(record);
    const crossed =
      returned.size > 0 && this.crosses(record, false)
        ? await this.crossBack(decision, () => crossingRequest(sides, hunks, accepted, left))
        : NO_CROSSING;
    if (crossed.conflicts.size > 0) throw overwritten(record);
    const restored =
      revived.size > 0
        ? await this.turn(record, sides, hunks, union(accepted, pending), union(left, undecided))
        : [];
    return {
      splits: [],
      outcomes: [...returned, ...revived].map((hunkId) => ({ hunkId, state: 'pending' })),
      effects: [...crossed.effects, ...restored],
      standing: await this.standing(sides, hunks, left, undecided),
    };
  }

  /** Takes a text for the result of what conflicts, unless the user's file is another by now. */
  async resolve(record: ChangeRecord, current: string, text: string): Promise<CrossingDecision> {
    const conflicting = record.hunks.filter(({ outcome }) => isConflict(outcome));
    if (conflicting.length === 0) {
      throw new AppException({ code: 'conflict', message: 'There is no conflict here any more.' });
    }
    const sides = await this.parts.versions.sides(record.change);
    const hunks = hunksOf(record);
    const path = record.standing.base?.path ?? record.change.path;
    const present = await this.parts.effects.read('project', path);
    const side = sideOf(present);
    if ((present === null ? '' : side?.text?.text) !== current) throw overwritten(record);
    const mode = (present?.version ?? record.change.proposed)?.mode ?? '100644';
    const content = { type: 'text', text: incomingText(side, text) } as const;
    const effects = await this.parts.planner.replace(path, present, { mode, content });
    const { accepted, pending } = setsOf(record);
    const settled = new Set(conflicting.map(({ hunk }) => hunk.id));
    return {
      splits: [],
      outcomes: [...settled].map((hunkId) => ({ hunkId, state: 'accepted' })),
      effects,
      standing: await this.standing(
        sides,
        hunks,
        union(accepted, settled),
        without(pending, settled),
      ),
    };
  }

  /** What it comes to if only these of a change's hunks are in. */
  async standingOf(record: ChangeRecord, accepted: Ids, undecided: Ids): Promise<Standing> {
    const sides = await this.parts.versions.sides(record.change);
    return this.standing(sides, hunksOf(record), accepted, undecided);
  }

  /** Whether accepted hunks have to be written: not where they stand already, or will by the agent. */
  private crosses({ change }: ChangeRecord, isWhole: boolean): boolean {
    if (change.origin === 'permission') return !isWhole;
    return this.parts.isolation === 'isolated' || change.origin === 'held-write';
  }

  /** Exactly, where the files are as they were left; around what was changed, where they are not. */
  private async crossBack(
    { made }: DecisionRecord,
    request: () => CrossingRequest,
  ): Promise<PlannedCrossing> {
    const written = made.effects.filter(({ place }) => place === 'project');
    // The user had it already: then it is theirs to take out.
    if (written.length === 0) return NO_CROSSING;
    const reversed = await this.parts.planner.reverse(written);
    if (reversed) return { effects: reversed, conflicts: new Map() };
    const found = written.find(({ expected }) => expected !== null);
    const left = written.find(({ next }) => next !== null);
    const before = await this.composed(found?.path, found?.expected);
    const after = await this.composed(left?.path, left?.next);
    const isKnown = before !== null && after !== null;
    return this.parts.planner.cross(isKnown ? takenBack(request(), { before, after }) : request());
  }

  private async composed(
    path: string | undefined,
    version: FileVersion | null | undefined,
  ): Promise<Composition | null> {
    if (path === undefined || !version) return null;
    const { base } = await this.parts.versions.sides({ path, base: version, proposed: null });
    return base && { path, mode: version.mode, content: keptContent(base) };
  }

  /** In the agent's files; held writes are on no disk before they are accepted. */
  private async turn(
    record: ChangeRecord,
    sides: Sides,
    hunks: Hunks,
    before: Ids,
    after: Ids,
  ): Promise<readonly Effect[]> {
    if (record.change.origin !== 'scan') return [];
    const [from, to] = [compose(sides, hunks, before), compose(sides, hunks, after)];
    const effects = await this.parts.planner.turn(record.standing.work, from, to);
    if (effects === null) throw movedOn(record);
    return effects;
  }

  private async standing(
    sides: Sides,
    hunks: Hunks,
    accepted: Ids,
    undecided: Ids,
  ): Promise<Standing> {
    const { versions } = this.parts;
    return {
      base: await versions.locate(compose(sides, hunks, accepted)),
      work: await versions.locate(compose(sides, hunks, union(accepted, undecided))),
    };
  }
}

function hunksOf({ hunks }: ChangeRecord): Hunks {
  return hunks.map(({ hunk }) => hunk);
}

function isDecided(record: ChangeRecord, hunkId: HunkId): boolean {
  const present = record.hunks.find(({ hunk }) => hunk.id === hunkId);
  return present !== undefined && present.outcome.state !== 'pending';
}

function isConflict(outcome: HunkOutcome): boolean {
  if (outcome.state !== 'pending') return false;
  return 'interrupted' in outcome || outcome.conflict !== undefined;
}

function without(ids: Ids, others: Ids): Ids {
  return new Set([...ids].filter((id) => !others.has(id)));
}

function movedOn({ change }: ChangeRecord): AppException {
  const message = `${change.path} has changed since you looked at it. Look at it again.`;
  return new AppException({ code: 'conflict', message });
}

function overwritten({ change }: ChangeRecord): AppException {
  const message = `${change.path} has been changed in the same place since.`;
  return new AppException({ code: 'conflict', message });
}
