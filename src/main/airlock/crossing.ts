import { randomBytes } from 'node:crypto';
import { sameVersion } from '#shared/airlock/change';
import { compose } from '#shared/airlock/compose';
import {
  type CrossingPlan,
  type CrossingRequest,
  type PlannedWrite,
  planCrossing,
  transition,
} from '#shared/airlock/crossingPlan';
import { crossingRequest } from '#shared/airlock/crossingRequest';
import { setsOf, union } from '#shared/airlock/hunkSets';
import type {
  ChangeRecord,
  DecisionRecord,
  Effect,
  HunkOutcome,
  LedgerEvent,
  Place,
  Standing,
} from '#shared/airlock/ledger';
import type { Sides } from '#shared/airlock/review';
import { AppException } from '#shared/errors';
import type { HunkId } from '#shared/ids';
import type { Isolation } from '#shared/session/events';
import type { EffectRunner } from './effectRunner';
import type { ObjectStore } from './git/objectStore';
import type { PresentFile } from './presentFile';
import { type ChangeVerdict, divideVerdict } from './verdicts';
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
  readonly versions: Versions;
  readonly store: ObjectStore;
}

/** Works out what verdicts mean for the user's files and for the agent's. */
export class Crossing {
  constructor(private readonly parts: CrossingParts) {}

  async decide(
    record: ChangeRecord,
    sides: Sides,
    verdict: ChangeVerdict,
  ): Promise<CrossingDecision> {
    const { hunks, splits, accepted, rejected } = divideVerdict(record, sides, verdict);
    const before = setsOf(record);
    const undecided = hunks.map(({ id }) => id).filter((id) => !isSettled(record, id));
    const wanted = union(before.accepted, accepted);
    const crossed = this.crosses(record, accepted.size === hunks.length)
      ? await this.cross(crossingRequest(sides, hunks, before.accepted, wanted, verdict.resolution))
      : { effects: [], conflicts: new Map() };
    const taken = new Set([...wanted].filter((id) => !crossed.conflicts.has(id)));
    const left = new Set(undecided.filter((id) => !taken.has(id) && !rejected.has(id)));
    const reverted =
      rejected.size > 0 && isOnDisk(record)
        ? await this.revert(
            record,
            sides,
            hunks,
            union(before.accepted, new Set(undecided)),
            union(taken, left),
          )
        : [];
    return {
      splits,
      outcomes: [
        ...[...accepted].map((hunkId): HunkOutcome => {
          const conflict = crossed.conflicts.get(hunkId);
          return conflict ? { hunkId, state: 'pending', conflict } : { hunkId, state: 'accepted' };
        }),
        ...[...rejected].map((hunkId): HunkOutcome => ({ hunkId, state: 'rejected' })),
      ],
      effects: [...crossed.effects, ...reverted],
      standing: await this.standing(sides, hunks, taken, left),
    };
  }

  /** The way back: all of it or nothing. */
  async undo(record: ChangeRecord, decision: DecisionRecord): Promise<CrossingDecision> {
    const { decisionId } = decision.made;
    const sides = await this.parts.versions.sides(record.change);
    const hunks = record.hunks.map(({ hunk }) => hunk);
    const mine = record.hunks.filter((hunk) => hunk.decisionId === decisionId);
    const idsOf = (state: HunkOutcome['state']) =>
      new Set(mine.filter(({ outcome }) => outcome.state === state).map(({ hunk }) => hunk.id));
    const { accepted, pending } = setsOf(record);
    const returned = idsOf('accepted');
    const revived = idsOf('rejected');
    const left = new Set([...accepted].filter((id) => !returned.has(id)));
    const undecided = union(pending, union(returned, revived));
    if (revived.size > 0 && record.isSuperseded) throw movedOn(record);
    const crossed =
      returned.size > 0 && this.crosses(record, false)
        ? await this.cross(crossingRequest(sides, hunks, accepted, left))
        : { effects: [], conflicts: new Map() };
    if (crossed.conflicts.size > 0) {
      throw new AppException({
        code: 'conflict',
        message: `${record.change.path} has changed in the same place since, so that it cannot be undone.`,
      });
    }
    const restored =
      revived.size > 0 && isOnDisk(record)
        ? await this.revert(record, sides, hunks, union(accepted, pending), union(left, undecided))
        : [];
    return {
      splits: [],
      outcomes: [...returned, ...revived].map((hunkId) => ({ hunkId, state: 'pending' })),
      effects: [...crossed.effects, ...restored],
      standing: await this.standing(sides, hunks, left, undecided),
    };
  }

  /** What it comes to if only these of a change's hunks are in. */
  async standingOf(
    { change, hunks }: ChangeRecord,
    accepted: ReadonlySet<HunkId>,
    undecided: ReadonlySet<HunkId>,
  ): Promise<Standing> {
    const sides = await this.parts.versions.sides(change);
    return this.standing(
      sides,
      hunks.map(({ hunk }) => hunk),
      accepted,
      undecided,
    );
  }

  /** Whether accepted hunks have to be written: not where they stand already, or will by the agent. */
  private crosses({ change }: ChangeRecord, isWhole: boolean): boolean {
    if (change.origin === 'permission') return !isWhole;
    return this.parts.isolation === 'isolated' || change.origin === 'held-write';
  }

  private async cross(
    request: CrossingRequest,
  ): Promise<{ effects: readonly Effect[]; conflicts: CrossingPlan['conflicts'] }> {
    const paths = new Set([request.from?.path, request.to?.path]);
    const present = new Map<string, PresentFile | null>();
    for (const path of paths) {
      if (path !== undefined) present.set(path, await this.parts.effects.read('project', path));
    }
    const plan = planCrossing(request, (path) => sideOf(present.get(path) ?? null));
    // What the user has, moved or with another mode, must be at hand after a crash too.
    for (const found of present.values()) {
      const isMoved = ({ file }: PlannedWrite) =>
        file?.content.type === 'kept' && file.content.version.blob === found?.version.blob;
      if (found && plan.writes.some(isMoved)) await this.parts.store.write(found.bytes);
    }
    const effects = await this.effectsOf(
      'project',
      plan.writes,
      (path) => present.get(path) ?? null,
    );
    return { effects, conflicts: plan.conflicts };
  }

  /** Brings the agent's file from what it should be to what it should become, if it is that still. */
  private async revert(
    record: ChangeRecord,
    sides: Sides,
    hunks: ChangeRecord['change']['hunks'],
    before: ReadonlySet<HunkId>,
    after: ReadonlySet<HunkId>,
  ): Promise<readonly Effect[]> {
    const expected = record.standing.work;
    const path = expected?.path ?? record.change.oldPath ?? record.change.path;
    const present = await this.parts.effects.read('workspace', path);
    if (!sameVersion(present?.version ?? null, expected?.version ?? null)) throw movedOn(record);
    const writes = transition(compose(sides, hunks, before), compose(sides, hunks, after));
    const others = new Map<string, PresentFile | null>([[path, present]]);
    for (const write of writes) {
      if (!others.has(write.path)) {
        others.set(write.path, await this.parts.effects.read('workspace', write.path));
      }
    }
    return this.effectsOf('workspace', writes, (other) => others.get(other) ?? null);
  }

  private async effectsOf(
    place: Place,
    writes: readonly PlannedWrite[],
    presentAt: (path: string) => PresentFile | null,
  ): Promise<readonly Effect[]> {
    const effects: Effect[] = [];
    for (const { path, file } of writes) {
      effects.push({
        place,
        path,
        expected: presentAt(path)?.version ?? null,
        next: file && (await this.parts.versions.keep(file)),
        temporary: `.airlock-${randomBytes(12).toString('base64url')}.tmp`,
      });
    }
    return effects;
  }

  private async standing(
    sides: Sides,
    hunks: ChangeRecord['change']['hunks'],
    accepted: ReadonlySet<HunkId>,
    undecided: ReadonlySet<HunkId>,
  ): Promise<Standing> {
    return {
      base: await this.parts.versions.locate(compose(sides, hunks, accepted)),
      work: await this.parts.versions.locate(compose(sides, hunks, union(accepted, undecided))),
    };
  }
}

function isSettled(record: ChangeRecord, hunkId: HunkId): boolean {
  const present = record.hunks.find(({ hunk }) => hunk.id === hunkId);
  return present !== undefined && present.outcome.state !== 'pending';
}

/** Held writes are on no disk before they are accepted. */
function isOnDisk({ change }: ChangeRecord): boolean {
  return change.origin === 'scan';
}

function movedOn({ change }: ChangeRecord): AppException {
  return new AppException({
    code: 'conflict',
    message: `The agent has changed ${change.path} since. Look at it again.`,
  });
}
