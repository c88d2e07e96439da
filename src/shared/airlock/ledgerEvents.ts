import type { ChangeId, DecisionId, HunkId, ObjectId, TurnId } from '#shared/ids';
import type { Change, FileVersion, Hunk } from './change';
import type { CrossingConflict } from './crossingPlan';
import type { RefreshEvent } from './refreshRecord';

/** The user's own tree, or the one that the agent works in; in place they are the same. */
export type TreeSide = 'project' | 'workspace';

/**
 * One file that is to be brought from one state to another. Its progress can be determined at any
 * time.
 */
export interface Effect {
  readonly place: TreeSide;
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

/** The combined result of all decisions on a change so far. */
export interface Standing {
  /** Counts as the user's own: the base with the accepted hunks. Null: no file. */
  readonly base: LocatedVersion | null;
  /**
   * The content that the agent should find: the base with the accepted and the undecided hunks.
   * Null: no file.
   */
  readonly work: LocatedVersion | null;
}

/** The outcome of a hunk; an undecided one may carry the reason. */
export type HunkOutcome = {
  readonly hunkId: HunkId;
} & (
  | { readonly state: 'accepted' }
  | { readonly state: 'rejected' }
  | { readonly state: 'pending'; readonly conflict?: CrossingConflict }
  /** Somebody changed the file before the app could write it. */
  | { readonly state: 'pending'; readonly interrupted: true }
);

/** Facts, in order; the ledger is nothing but these. Changing a shape means a new version. */
export type LedgerEvent =
  | { readonly type: 'change.proposed'; readonly change: Change }
  /** The agent continued: undecided hunks are part of a later change, or no longer wanted. */
  | { readonly type: 'change.superseded'; readonly changeId: ChangeId }
  /** The held write was given up. */
  | { readonly type: 'change.withdrawn'; readonly changeId: ChangeId }
  | {
      readonly type: 'hunk.split';
      readonly changeId: ChangeId;
      readonly hunkId: HunkId;
      readonly into: readonly Hunk[];
    }
  /** The user edited the proposed text: these hunks of the change are now the user's version. */
  | {
      readonly type: 'hunks.edited';
      readonly changeId: ChangeId;
      readonly hunkIds: readonly HunkId[];
      /** The number of the agent's hunks that the user removed by typing. */
      readonly removed: number;
    }
  /**
   * Written before anything is done about it, with all that is needed to finish it after a crash.
   */
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
  /** `ownTree` (see below) is present if the user moved the baseline while a turn ran. */
  | { readonly type: 'base.moved'; readonly tree: ObjectId; readonly ownTree?: ObjectId }
  /**
   * In place, between turns: the content of the files. Differences from it before the next turn are
   * the user's. If there were any, the baseline has moved along, and so has `ownTree`: the files
   * that the session began with plus the user's own edits since, without anything that was
   * accepted.
   */
  | {
      readonly type: 'tree.rested';
      readonly tree: ObjectId;
      readonly baseTree?: ObjectId;
      readonly ownTree?: ObjectId;
      /** The app ended during a turn, so the author of differences at the next look is unknown. */
      readonly isUnclear?: true;
    }
  /**
   * The file was written around the time when the app ended during a turn. Or a change of it was
   * accepted in another session, and one of its versions cannot be read.
   */
  | { readonly type: 'path.unclear'; readonly path: string }
  /** The user has acknowledged all unclear paths. */
  | { readonly type: 'unclear.settled' }
  | {
      readonly type: 'turn.checkpointed';
      readonly turnId: TurnId;
      readonly tree: ObjectId;
      readonly baseTree: ObjectId;
      /**
       * The bytes that only the checkpoint before it needs, and not this one; earlier versions did
       * not say.
       */
      readonly olderBytes?: number;
    }
  | RefreshEvent
  /** The agent's files go back to an earlier turn. Written before the first of them changes. */
  | { readonly type: 'rewind.begun'; readonly effects: readonly Effect[] }
  | { readonly type: 'rewind.settled' };

export type DecisionEvent = Extract<LedgerEvent, { type: 'decision.made' }>;

export const LEDGER_VERSION = 2;

/**
 * The version of an event's shape. An app that does not know of refreshes and rewinds must not
 * continue from them: it would neither finish them nor know where the baseline is.
 */
export function eventVersion({ type }: Pick<LedgerEvent, 'type'>): 1 | 2 {
  return type.startsWith('refresh.') || type.startsWith('rewind.') ? 2 : 1;
}

/** One line of the ledger file. */
export type LedgerRecord = LedgerEvent & {
  readonly v: number;
  readonly at: number;
  /** The session of this record; earlier versions did not write it. */
  readonly session?: string | undefined;
  /**
   * The next line belongs to this one: both count, or neither does. Earlier versions did not write
   * this and read each line on its own. Lines that they add after a group that was cut off do not
   * have it.
   */
  readonly more?: true | undefined;
};
