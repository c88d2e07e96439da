import type { ChangeId, DecisionId, HunkId, ObjectId, TurnId } from '#shared/ids';
import type { Change, FileVersion, Hunk } from './change';
import type { CrossingConflict } from './crossingPlan';

/** The user's own tree, or the one that the agent works in; in place they are the same. */
export type Place = 'project' | 'workspace';

/** One file to be brought from one state to another. It can be told at any time how far that got. */
export interface Effect {
  readonly place: Place;
  readonly path: string;
  readonly expected: FileVersion | null;
  readonly next: FileVersion | null;
  /** The name under which the new content is prepared beside the file. */
  readonly temporary: string;
}

export interface LocatedVersion {
  readonly path: string;
  readonly version: FileVersion;
}

/** What the decisions on a change so far amount to. */
export interface Standing {
  /** Counts as the user's own: the base with the accepted hunks. Null: no file. */
  readonly base: LocatedVersion | null;
  /** What the agent should find: the same with the undecided ones. Null: no file. */
  readonly work: LocatedVersion | null;
}

/** What became of a hunk: undecided ones may carry the reason why they still are. */
export type HunkOutcome = {
  readonly hunkId: HunkId;
} & (
  | { readonly state: 'accepted' }
  | { readonly state: 'rejected' }
  | { readonly state: 'pending'; readonly conflict?: CrossingConflict }
  /** The file had been changed by somebody when the app came to write it. */
  | { readonly state: 'pending'; readonly interrupted: true }
);

/** Facts, in order; the ledger is nothing but these. Changing a shape means a new version. */
export type LedgerEvent =
  | { readonly type: 'change.proposed'; readonly change: Change }
  /** The agent went on: what was undecided is part of a later change, or no longer wanted. */
  | { readonly type: 'change.superseded'; readonly changeId: ChangeId }
  /** Nobody waits for the held write any more. */
  | { readonly type: 'change.withdrawn'; readonly changeId: ChangeId }
  | {
      readonly type: 'hunk.split';
      readonly changeId: ChangeId;
      readonly hunkId: HunkId;
      readonly into: readonly Hunk[];
    }
  /** Written before anything is done about it, with all that is needed to finish it after a crash. */
  | {
      readonly type: 'decision.made';
      readonly decisionId: DecisionId;
      readonly changeId: ChangeId;
      readonly undoes?: DecisionId;
      readonly outcomes: readonly HunkOutcome[];
      readonly effects: readonly Effect[];
      readonly standing: Standing;
    }
  | {
      readonly type: 'decision.settled';
      readonly decisionId: DecisionId;
      readonly outcomes: readonly HunkOutcome[];
      readonly standing: Standing;
    }
  /** With `ownTree` (see below) if what moved it is the user's, though a turn runs. */
  | { readonly type: 'base.moved'; readonly tree: ObjectId; readonly ownTree?: ObjectId }
  /**
   * In place, no turn runs, and this is what the files hold. What differs from it before the next turn
   * is the user's; where some was found, the baseline has moved along, and so has `ownTree`: what the
   * session began with and the user's own edits since, without anything that was accepted.
   */
  | {
      readonly type: 'tree.rested';
      readonly tree: ObjectId;
      readonly baseTree?: ObjectId;
      readonly ownTree?: ObjectId;
    }
  | {
      readonly type: 'turn.checkpointed';
      readonly turnId: TurnId;
      readonly tree: ObjectId;
      readonly baseTree: ObjectId;
    };

export type DecisionEvent = Extract<LedgerEvent, { type: 'decision.made' }>;

export const LEDGER_VERSION = 1;

/** One line of the ledger. */
export type LedgerRecord = LedgerEvent & {
  readonly v: number;
  readonly at: number;
  /** Whose it is; earlier versions did not say. */
  readonly session?: string | undefined;
};

export interface HunkRecord {
  readonly hunk: Hunk;
  readonly outcome: HunkOutcome;
  /** The decision that made it so. */
  readonly decisionId: DecisionId | null;
}

export interface ChangeRecord {
  readonly change: Change;
  readonly at: number;
  /** Split ones are replaced by their parts. */
  readonly hunks: readonly HunkRecord[];
  readonly isSuperseded: boolean;
  readonly isWithdrawn: boolean;
  readonly standing: Standing;
}

export interface DecisionRecord {
  readonly made: DecisionEvent;
  readonly at: number;
  readonly isSettled: boolean;
  readonly isUndone: boolean;
}

export interface Checkpoint {
  readonly turnId: TurnId;
  readonly tree: ObjectId;
  readonly baseTree: ObjectId;
  readonly at: number;
}

export interface LedgerState {
  readonly changes: ReadonlyMap<ChangeId, ChangeRecord>;
  readonly decisions: ReadonlyMap<DecisionId, DecisionRecord>;
  readonly checkpoints: readonly Checkpoint[];
  /** Null until it first moved. */
  readonly baseTree: ObjectId | null;
  /** What the files were last seen to hold while no turn runs; null while one does. */
  readonly restTree: ObjectId | null;
  /** Null until the user first changed something between turns. */
  readonly ownTree: ObjectId | null;
}

export type ChangeStatus = 'open' | 'settled' | 'superseded' | 'withdrawn';

export function statusOf(record: ChangeRecord): ChangeStatus {
  if (record.isSuperseded) return 'superseded';
  if (record.isWithdrawn) return 'withdrawn';
  return record.hunks.some(({ outcome }) => outcome.state === 'pending') ? 'open' : 'settled';
}
