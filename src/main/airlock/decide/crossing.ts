import { type Effects, NO_CROSSING, type PlannedCrossing } from '#main/airlock/disk/effects';
import { incomingText } from '#main/airlock/ledger/incomingText';
import { type ObjectStore, sideOf } from '#main/airlock/objects/objectStore';
import type { FileVersion, Hunk } from '#shared/airlock/change';
import {
  type CrossingConflict,
  type CrossingRequest,
  crossingRequest,
} from '#shared/airlock/crossingPlan';
import { type Composition, compose, keptContent, textHunksOf } from '#shared/airlock/diff/compose';
import { splitHunk } from '#shared/airlock/diff/splitHunk';
import { inOrder, rangeOf, type TextHunk } from '#shared/airlock/hunks';
import { type ChangeRecord, type DecisionRecord, setsOf, union } from '#shared/airlock/ledger';
import type { Effect, HunkOutcome, LedgerEvent, Standing } from '#shared/airlock/ledgerEvents';
import type { Sides } from '#shared/airlock/review';
import { takenBack } from '#shared/airlock/takenBack';
import type { ChangeVerdict, Verdict } from '#shared/airlock/verdict';
import { AppException } from '#shared/errors';
import type { HunkId } from '#shared/ids';
import { type Isolation, worksInCopy } from '#shared/session/isolation';

/** The full plan of a decision, made before any of it is carried out. */
export interface CrossingDecision {
  readonly splits: readonly LedgerEvent[];
  readonly outcomes: readonly HunkOutcome[];
  readonly effects: readonly Effect[];
  readonly standing: Standing;
}

export interface CrossingParts {
  readonly isolation: Isolation;
  readonly effects: Effects;
  readonly store: ObjectStore;
}

/**
 * Whether rejected hunks are restored only in a file that is unchanged since the rejection, or also
 * around later edits. The second applies to files that the user has seen: in place, part of them
 * may be the user's own work.
 */
export type UndoManner = 'exactly' | 'around';

type Hunks = ChangeRecord['change']['hunks'];
type Ids = ReadonlySet<HunkId>;

/** I13: works out how verdicts change the user's files and the agent's files. */
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
    // A rejection writes only to the agent's files, even if the user's files have changed.
    const isWritten = accepted.size > 0 && this.crosses(record, accepted.size === hunks.length);
    const { resolution } = verdict;
    const planned = (how?: typeof resolution) =>
      this.parts.effects.cross(crossingRequest(sides, hunks, before, wanted, how));
    const plain = isWritten ? await planned() : NO_CROSSING;
    // A version that the user has not seen must be shown first, and is not overwritten.
    const isSettled =
      resolution !== undefined && plain.conflicts.size > 0 && hasShown(record, plain.conflicts);
    const { effects, conflicts } = isSettled ? await planned(resolution) : plain;
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

  /** Plans an undo: all of the decision or nothing. */
  async undo(
    record: ChangeRecord,
    sides: Sides,
    decision: DecisionRecord,
    manner: UndoManner,
  ): Promise<CrossingDecision> {
    const hunks = hunksOf(record);
    const mine = record.hunks.filter((hunk) => hunk.decisionId === decision.made.decisionId);
    const idsOf = (state: HunkOutcome['state']) =>
      new Set(mine.filter(({ outcome }) => outcome.state === state).map(({ hunk }) => hunk.id));
    const { accepted, pending } = setsOf(record);
    const returned = idsOf('accepted');
    const revived = idsOf('rejected');
    const left = without(accepted, returned);
    const undecided = union(pending, union(returned, revived));
    const crossed =
      returned.size > 0 && this.crosses(record, false)
        ? await this.crossBack(decision, () => crossingRequest(sides, hunks, accepted, left))
        : NO_CROSSING;
    if (crossed.conflicts.size > 0) throw overwritten(record);
    const restored =
      revived.size > 0
        ? await this.revive(record, sides, manner, {
            before: union(accepted, pending),
            after: union(left, undecided),
          })
        : [];
    return {
      splits: [],
      outcomes: [...returned, ...revived].map((hunkId) => ({ hunkId, state: 'pending' })),
      effects: [...crossed.effects, ...restored],
      standing: await this.standing(sides, hunks, left, undecided),
    };
  }

  /** Uses a text as the result of a conflict, unless the user's file has changed since. */
  async resolve(record: ChangeRecord, current: string, text: string): Promise<CrossingDecision> {
    const conflicting = record.hunks.filter(({ outcome }) => isConflict(outcome));
    if (conflicting.length === 0) {
      throw new AppException({ code: 'conflict', message: 'There is no longer a conflict here.' });
    }
    const sides = await this.parts.store.sides(record.change);
    const hunks = hunksOf(record);
    const path = record.standing.base?.path ?? record.change.path;
    const present = await this.parts.effects.read('project', path);
    const side = sideOf(present);
    if ((present === null ? '' : side?.text?.text) !== current) throw overwritten(record);
    const mode = (present?.version ?? record.change.proposed)?.mode ?? '100644';
    const content = { type: 'text', text: incomingText(side, text) } as const;
    const effects = await this.parts.effects.replace(path, present, { mode, content });
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

  /** The content of the file if only these hunks of a change are applied. */
  async standingOf(record: ChangeRecord, accepted: Ids, undecided: Ids): Promise<Standing> {
    const sides = await this.parts.store.sides(record.change);
    return this.standing(sides, hunksOf(record), accepted, undecided);
  }

  /**
   * Whether accepted hunks must be written: not if they are there already, or if the agent will
   * write them.
   */
  private crosses({ change }: ChangeRecord, isWhole: boolean): boolean {
    if (change.origin === 'permission') return !isWhole;
    return worksInCopy(this.parts.isolation) || change.origin === 'held-write';
  }

  /** Undoes a write exactly if the files are unchanged since, and otherwise around later edits. */
  private async crossBack(
    { made }: DecisionRecord,
    request: () => CrossingRequest,
  ): Promise<PlannedCrossing> {
    const written = made.effects.filter(({ place }) => place === 'project');
    // The user had the content already, so only they may remove it.
    if (written.length === 0) return NO_CROSSING;
    const reversed = await this.parts.effects.reverse(written);
    if (reversed) return { effects: reversed, conflicts: new Map() };
    const found = written.find(({ expected }) => expected !== null);
    const left = written.find(({ next }) => next !== null);
    const before = await this.composed(found?.path, found?.expected);
    const after = await this.composed(left?.path, left?.next);
    const isKnown = before !== null && after !== null;
    return this.parts.effects.cross(isKnown ? takenBack(request(), { before, after }) : request());
  }

  private async composed(
    path: string | undefined,
    version: FileVersion | null | undefined,
  ): Promise<Composition | null> {
    if (path === undefined || !version) return null;
    const { base } = await this.parts.store.sides({ path, base: version, proposed: null });
    return base && { path, mode: version.mode, content: keptContent(base) };
  }

  /**
   * Plans the rejected hunks in the agent's files. Held writes are not on disk before they are
   * accepted.
   */
  private async turn(
    record: ChangeRecord,
    sides: Sides,
    hunks: Hunks,
    before: Ids,
    after: Ids,
  ): Promise<readonly Effect[]> {
    if (record.change.origin !== 'scan') return [];
    const [from, to] = [compose(sides, hunks, before), compose(sides, hunks, after)];
    const effects = await this.parts.effects.turn(record.standing.work, from, to);
    if (effects === null) throw movedOn(record);
    return effects;
  }

  /** Restores rejected hunks in the agent's files. */
  private async revive(
    record: ChangeRecord,
    sides: Sides,
    manner: UndoManner,
    { before, after }: { readonly before: Ids; readonly after: Ids },
  ): Promise<readonly Effect[]> {
    const { isSuperseded, change } = record;
    const hunks = hunksOf(record);
    if (manner === 'exactly' && !isSuperseded) {
      return this.turn(record, sides, hunks, before, after);
    }
    if (manner === 'exactly' || change.origin !== 'scan') throw movedOn(record);
    const request = crossingRequest(sides, hunks, before, after);
    const { effects, conflicts } = await this.parts.effects.cross(request, 'workspace');
    if (conflicts.size > 0) throw overwritten(record);
    return effects;
  }

  private async standing(
    sides: Sides,
    hunks: Hunks,
    accepted: Ids,
    undecided: Ids,
  ): Promise<Standing> {
    const { store } = this.parts;
    return {
      base: await store.locate(compose(sides, hunks, accepted)),
      work: await store.locate(compose(sides, hunks, union(accepted, undecided))),
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

/** Whether the conflicts that the user was shown are still the same. */
function hasShown({ hunks }: ChangeRecord, conflicts: PlannedCrossing['conflicts']): boolean {
  return hunks.every(({ hunk, outcome }) => {
    const found = conflicts.get(hunk.id);
    const shown = outcome.state === 'pending' && 'conflict' in outcome && outcome.conflict;
    return !found || !shown || isSameConflict(found, shown);
  });
}

function isSameConflict(one: CrossingConflict, other: CrossingConflict): boolean {
  if (one.type !== 'lines' || other.type !== 'lines') return one.type === other.type;
  return one.target.join('') === other.target.join('');
}

function isConflict(outcome: HunkOutcome): boolean {
  if (outcome.state !== 'pending') return false;
  return 'interrupted' in outcome || outcome.conflict !== undefined;
}

function without(ids: Ids, others: Ids): Ids {
  return new Set([...ids].filter((id) => !others.has(id)));
}

function movedOn({ change }: ChangeRecord): AppException {
  const message = `${change.path} has changed since you reviewed it. Review it again.`;
  return new AppException({ code: 'conflict', message });
}

function overwritten({ change }: ChangeRecord): AppException {
  const message = `${change.path} has since been changed in the same place.`;
  return new AppException({ code: 'conflict', message });
}

interface DividedVerdict {
  readonly hunks: readonly Hunk[];
  readonly splits: readonly LedgerEvent[];
  readonly accepted: ReadonlySet<HunkId>;
  readonly rejected: ReadonlySet<HunkId>;
}

/**
 * Checks a verdict against the open hunks, and splits hunks if the verdict is about single lines.
 */
function divideVerdict(
  record: ChangeRecord,
  sides: Sides,
  { hunks: verdicts }: ChangeVerdict,
): DividedVerdict {
  const { changeId, path } = record.change;
  let hunks = record.hunks.map(({ hunk }) => hunk);
  const splits: LedgerEvent[] = [];
  const decided = { accept: new Set<HunkId>(), reject: new Set<HunkId>() };
  for (const { hunkId, verdict, lines } of verdicts) {
    const present = record.hunks.find(({ hunk }) => hunk.id === hunkId);
    if (present === undefined) throw problem('not-found', `There is no such hunk in ${path}.`);
    if (present.outcome.state !== 'pending' || isNamed(decided, hunkId)) {
      throw problem('conflict', `This hunk of ${path} is already decided.`);
    }
    if (lines === undefined) {
      decided[verdict].add(hunkId);
      continue;
    }
    const [whole] = textHunksOf(sides, [present.hunk]);
    const split = whole && splitHunk(whole, lines);
    if (!split) throw problem('refused', `These lines of ${path} can only be decided together.`);
    const selected = split.selected.map(toHunk);
    const into = inOrder([...split.selected, ...split.rest]).map(toHunk);
    for (const { id } of selected) decided[verdict].add(id);
    if (into.length === 1 && selected.length === 1) {
      decided[verdict].delete(selected[0]?.id ?? hunkId);
      decided[verdict].add(hunkId);
      continue;
    }
    hunks = hunks.flatMap((hunk) => (hunk.id === hunkId ? into : [hunk]));
    splits.push({ type: 'hunk.split', changeId, hunkId, into });
  }
  return { hunks, splits, accepted: decided.accept, rejected: decided.reject };
}

function isNamed(decided: Record<Verdict, Set<HunkId>>, hunkId: HunkId): boolean {
  return decided.accept.has(hunkId) || decided.reject.has(hunkId);
}

function toHunk(hunk: TextHunk): Hunk {
  return { type: 'text', id: hunk.id, ...rangeOf(hunk) };
}

function problem(code: 'not-found' | 'conflict' | 'refused', message: string): AppException {
  return new AppException({ code, message });
}
