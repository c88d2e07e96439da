import type { ChangeView } from '#shared/airlock/changeView';
import type { GuardedChange, GuardedVerdict, RestoredFile } from '#shared/airlock/guardedChange';
import type { Checkpoint } from '#shared/airlock/ledger';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import type { ChangeId, DecisionId, SessionId, TurnId } from '#shared/ids';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/** Something among the agent's files that is not watched, or was not carried over to it. */
export interface ChangeNotice {
  readonly path: string;
  readonly reason:
    | 'too-large'
    | 'too-many'
    | 'nested-repository'
    | 'unreadable'
    | 'unsettled'
    | 'changed-unseen'
    | 'not-kept'
    | 'git-name'
    | 'unnameable'
    | 'not-carried'
    | 'unclear';
}

/** What is known of a session's changes, without the texts. */
export interface ChangesSnapshot {
  /** Those that are open or decided; what was superseded or withdrawn is left out. */
  readonly changes: readonly ChangeView[];
  /** Turns whose beginning the files can be taken back to, oldest first. */
  readonly checkpoints: readonly { readonly turnId: TurnId; readonly at: number }[];
  /** Accepted work can be committed, or put on a branch: the project is a git repository. */
  readonly isRepository: boolean;
  readonly notices: readonly ChangeNotice[];
  /** Why the last look at the agent's files failed; null if it did not. */
  readonly lookFault: string | null;
  readonly guarded: GuardedSnapshot;
}

/** What is known of the files that no review of the tree shows. */
export interface GuardedSnapshot {
  readonly changes: readonly GuardedChange[];
  /** What was put back since the last turn began. */
  readonly restored: readonly RestoredFile[];
  /** Other ignored files that were written during the last turn; null if nobody looked. */
  readonly ignored: { readonly count: number; readonly isComplete: boolean } | null;
  /** False: there are more of them than are compared. */
  readonly isComplete: boolean;
  /** Why they could not be looked at; null if they could. */
  readonly fault: string | null;
  /** Why what was known of them from before is lost; null as a rule. */
  readonly damage: string | null;
}

/** Both sides as text, the proposal stored the way the base is. Null: no file, or no text. */
export interface ChangeTexts {
  readonly base: string | null;
  readonly proposed: string | null;
}

/** One of the two versions of a file. */
export type FileSide = 'base' | 'proposed';

/** Where the agent's files stood at some moment. */
export type RewindPoint = Pick<Checkpoint, 'tree' | 'baseTree'>;

export interface RewindReport {
  /** Rewinding to it undoes this. */
  readonly before: RewindPoint;
  /** Paths that cannot be brought back, or that somebody changed in the same moment: left as they are. */
  readonly left: readonly string[];
}

/** What is lost with a session, besides its transcript. */
export interface SessionLosses {
  /** Files with changes that are not decided. */
  readonly pending: number;
  /** What is in the agent's files and in no list of changes. */
  readonly notices: readonly ChangeNotice[];
  /** What only the copy has; null in place, where there is none. */
  readonly copy: {
    readonly ignored: {
      readonly files: number;
      readonly bytes: number;
      /** There is more than was counted. */
      readonly isPartial: boolean;
    };
    /** Commits that no branch, tag or remote has. */
    readonly commits: number;
    /** Files with a staged version that is neither committed nor on the disk. */
    readonly staged: number;
    readonly hasOwnRepository: boolean;
  } | null;
}

export interface DecisionReport {
  /** Each can be undone. */
  readonly decisions: readonly DecisionId[];
  /** Hunks that clash with what the user's files hold by now; they are still undecided. */
  readonly conflicts: number;
  /** What could not be done, in words, and for which file. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

export const changeRequests = {
  'changes.list': request<{ sessionId: SessionId }, ChangesSnapshot>(),
  'changes.texts': request<{ sessionId: SessionId; changeId: ChangeId }, ChangeTexts>(),
  'changes.decide': request<
    { sessionId: SessionId; verdicts: readonly ChangeVerdict[] },
    DecisionReport
  >(),
  'changes.undo': request<
    { sessionId: SessionId; decisionIds: readonly DecisionId[] },
    DecisionReport
  >(),
  /** Puts another text in place of the proposed one; what of it is taken is decided after. */
  'changes.edit': request<{ sessionId: SessionId; changeId: ChangeId; text: string }, null>(),
  /** What the user's own file says now. */
  'changes.current': request<
    { sessionId: SessionId; changeId: ChangeId },
    { text: string | null }
  >(),
  /** Makes a text the result of what clashes in a change, unless the file is another by now. */
  'changes.resolve': request<
    { sessionId: SessionId; changeId: ChangeId; current: string; text: string },
    DecisionReport
  >(),
  /** The bytes of a version that is no text; null if there is none, or if it is too large. */
  'changes.bytes': request<
    { sessionId: SessionId; changeId: ChangeId; side: FileSide },
    { bytes: Uint8Array<ArrayBuffer> | null }
  >(),
  /** To the beginning of a turn, or to where an earlier rewind came from. */
  'changes.rewind': request<{ sessionId: SessionId; to: TurnId | RewindPoint }, RewindReport>(),
  /** Puts files beside the tree back to what they were, or takes them as they are. */
  'changes.settleGuarded': request<
    { sessionId: SessionId; ids: readonly string[]; verdict: GuardedVerdict },
    null
  >(),
  /** What such a file said before and says now; null if it was not there, or is no text. */
  'changes.guardedTexts': request<
    { sessionId: SessionId; id: string },
    { before: string | null; after: string | null }
  >(),
  /** The first of the other ignored files that were written during the last turn. */
  'changes.ignored': request<{ sessionId: SessionId }, { paths: readonly string[] }>(),
  /** Looks at the agent's files; answers with why that failed, or null. */
  'changes.look': request<{ sessionId: SessionId }, { fault: string | null }>(),
  /** What would be lost if the session were deleted, as things stand now. */
  'changes.losses': request<{ sessionId: SessionId }, SessionLosses>(),
  /** What a session takes on the disk: its copy of the project, and what is remembered of it. */
  'changes.size': request<{ sessionId: SessionId }, { bytes: number }>(),
  'changes.commit': request<{ sessionId: SessionId; message: string }, { commit: string }>(),
  'changes.applyAsBranch': request<
    { sessionId: SessionId; branch: string; message: string },
    { commit: string }
  >(),
  /** Shows a file in the editor that the settings name. */
  'changes.openFile': request<{ sessionId: SessionId; path: string; line: number | null }, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const changeEvents = {
  'changes.changed': event<{ sessionId: SessionId }>(),
} satisfies Record<string, EventMarker<unknown>>;
