import type { ChangeView } from '#shared/airlock/changeView';
import type { FoundLine } from '#shared/airlock/findLines';
import type { GuardedChange, GuardedVerdict, RestoredFile } from '#shared/airlock/guardedChange';
import type { Checkpoint } from '#shared/airlock/ledger';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import type { ChangeId, DecisionId, ObjectId, SessionId, TurnId } from '#shared/ids';
import { type EventMarker, event, type RequestMarker, request } from './marker';

/** A path among the agent's files that is not watched, or was not carried over. */
export interface ChangeNotice {
  readonly path: string;
  readonly reason:
    | 'too-large'
    /** More was written at once than is read in one look. */
    | 'too-much'
    | 'nested-repository'
    /** A new folder with too many files to decide on. */
    | 'too-many'
    | 'unreadable'
    /** The file is written all the time; the known version may be older. */
    | 'unsettled'
    /** The file could not be read when the turn began, and was changed or deleted since. */
    | 'changed-unseen'
    /** Our record of such files cannot be read, so those changed in the last turn are unknown. */
    | 'note-lost'
    /** One of its two versions is missing from the object store, or damaged there. */
    | 'not-kept'
    /** Some systems treat its name as git's own, so that git ignores it. */
    | 'git-name'
    /** The file's name is not valid UTF-8. */
    | 'unnameable'
    /** A file that was to be carried over does not exist, or something else is in its place. */
    | 'not-carried'
    /**
     * Airlock ended during a turn, and somebody wrote the file after the last look. Or a change of
     * it was accepted in another session, and one of its versions cannot be read.
     */
    | 'unclear';
}

/** The list of a session's changes, without the texts. */
export interface ChangesSnapshot {
  /** The changes that are open or decided; superseded and withdrawn ones are left out. */
  readonly changes: readonly ChangeView[];
  /** Turns whose beginning the files can be rewound to, oldest first. */
  readonly checkpoints: readonly { readonly turnId: TurnId; readonly at: number }[];
  /** There were earlier turns, which are no longer kept. */
  readonly hasForgottenTurns: boolean;
  /** Accepted work can be committed, or put on a branch: the project is a git repository. */
  readonly isRepository: boolean;
  readonly notices: readonly ChangeNotice[];
  /** Why the last look at the agent's files failed; null if it did not. */
  readonly lookFault: string | null;
  readonly guarded: GuardedSnapshot;
}

/** The guarded files, which no review of the tree shows. */
export interface GuardedSnapshot {
  readonly changes: readonly GuardedChange[];
  /** The files that were restored since the last turn began. */
  readonly restored: readonly RestoredFile[];
  /** Other ignored files that were written during the last turn; null if they were not checked. */
  readonly ignored: { readonly count: number; readonly isComplete: boolean } | null;
  /** False: there are more guarded files than are compared. */
  readonly isComplete: boolean;
  /** Why the guarded files could not be read; null if they could. */
  readonly fault: string | null;
  /** Why an interrupted restore may have left a file half written; usually null. */
  readonly unfinished: string | null;
  /** Why the earlier record of guarded files is lost; usually null. */
  readonly damage: string | null;
}

/** Both sides as text, the proposal in the format of the base. Null: no file, or not text. */
export interface ChangeTexts {
  readonly base: string | null;
  readonly proposed: string | null;
}

/**
 * What a file beside the tree said before and says now; null if it was not there, or is not text.
 */
export interface GuardedTexts {
  readonly before: string | null;
  readonly after: string | null;
}

/** A line of one of several changes that holds what was looked for. */
export interface FoundInChange extends FoundLine {
  readonly changeId: ChangeId;
}

export interface FoundInChanges {
  readonly lines: readonly FoundInChange[];
  /** False: there are more, or a file could not be looked through. */
  readonly isComplete: boolean;
}

/** A user's comment on some lines, as an agent gets it. */
export interface ReviewComment {
  readonly path: string;
  /** Whether the lines are counted in the agent's text, or in the one before it. */
  readonly side: 'before' | 'after';
  /** Both from 1, the last included. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
}

/** How many commits each of two places has that the other has not. */
export interface AheadBehind {
  readonly ahead: number;
  readonly behind: number;
}

/** What the user has checked out in the project. */
export interface GitGlance {
  /** Null while a commit is checked out instead of a branch. */
  readonly branch: string | null;
  /** A short name of it; null before the first one. */
  readonly commit: string | null;
  /** Null if the branch follows no other. */
  readonly upstream: AheadBehind | null;
  /** Null if there is no such branch. The distance is null on that branch itself. */
  readonly main: { readonly name: string; readonly distance: AheadBehind | null } | null;
}

/** The agent's files against the main branch. */
export interface MainComparison {
  readonly name: string;
  readonly files: readonly ComparedFile[];
  /** How many differ; the list ends at a bound. */
  readonly count: number;
}

export interface ComparedFile {
  readonly path: string;
  readonly base: ObjectId | null;
  readonly proposed: ObjectId | null;
}

/** A side of a change. */
export type FileSide = 'base' | 'proposed';

/** The agent's files at one moment, as git trees. */
export type RewindPoint = Pick<Checkpoint, 'tree' | 'baseTree'>;

export interface RewindReport {
  /** Rewinding to it undoes this. */
  readonly before: RewindPoint;
  /**
   * Paths that cannot be brought back, or that somebody changed at the same time: left as they are.
   */
  readonly left: readonly string[];
}

/** What deleting a session would lose, besides its transcript. */
export interface SessionLosses {
  /** Files with changes that are not decided. */
  readonly pending: number;
  /** Files of the agent that are in no list of changes. */
  readonly notices: readonly ChangeNotice[];
  /**
   * Files outside the review that changed while the agent worked, which only this session can
   * restore.
   */
  readonly guarded: readonly Pick<GuardedChange, 'place' | 'path'>[];
  /** What exists only in the copy; null in place, where there is no copy. */
  readonly copy: CopyLosses | null;
}

/** What exists only in a session's copy, besides the listed changes. */
export interface CopyLosses {
  /** Files that the project ignores, such as build output. */
  readonly ignored: {
    readonly files: number;
    readonly bytes: number;
    /** There are more files than were counted. */
    readonly isPartial: boolean;
  };
  /** Commits that were made in the copy and are nowhere else; abandoned and stashed ones, too. */
  readonly commits: number;
  /** Files with a staged version that is neither committed nor among the copy's files. */
  readonly staged: number;
  /** The agent has made a repository of the copy, with whatever is in it. */
  readonly hasOwnRepository: boolean;
}

export interface DecisionReport {
  /** Each can be undone. */
  readonly decisions: readonly DecisionId[];
  /** The number of accepted hunks, without those that failed or were left. */
  readonly accepted: number;
  readonly rejected: number;
  /** Hunks that conflict with what the user's files hold by now; they are still undecided. */
  readonly conflicts: number;
  /** What failed, in words, and for which file. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

export const changeRequests = {
  'changes.list': request<{ sessionId: SessionId }, ChangesSnapshot>(),
  'changes.texts': request<{ sessionId: SessionId; changeId: ChangeId }, ChangeTexts>(),
  /** Looks for a text in these changes, in their order. */
  'changes.find': request<
    { sessionId: SessionId; changeIds: readonly ChangeId[]; text: string },
    FoundInChanges
  >(),
  'changes.decide': request<
    { sessionId: SessionId; verdicts: readonly ChangeVerdict[] },
    DecisionReport
  >(),
  /** The report lists the decisions that could not be undone now but may be undone later. */
  'changes.undo': request<
    { sessionId: SessionId; decisionIds: readonly DecisionId[] },
    DecisionReport
  >(),
  /** Replaces the proposed text. What is accepted of it is decided afterwards. */
  'changes.edit': request<{ sessionId: SessionId; changeId: ChangeId; text: string }, null>(),
  /** The current text of the user's own file. */
  'changes.current': request<
    { sessionId: SessionId; changeId: ChangeId },
    { text: string | null }
  >(),
  /** Makes a text the result of what conflicts in a change, unless the file is another by now. */
  'changes.resolve': request<
    { sessionId: SessionId; changeId: ChangeId; current: string; text: string },
    DecisionReport
  >(),
  /** The bytes of a version that is not text; null if there is none, or if it is too large. */
  'changes.bytes': request<
    { sessionId: SessionId; changeId: ChangeId; side: FileSide },
    { bytes: Uint8Array<ArrayBuffer> | null }
  >(),
  /** Rewinds to the beginning of a turn, or to the point that an earlier rewind came from. */
  'changes.rewind': request<{ sessionId: SessionId; to: TurnId | RewindPoint }, RewindReport>(),
  /** Restores files beside the tree, or keeps them as they are. */
  'changes.settleGuarded': request<
    {
      sessionId: SessionId;
      ids: readonly string[];
      verdict: GuardedVerdict;
      /**
       * The version of each file that the user saw, except for an undo; no other version is decided
       * on.
       */
      seen: Readonly<Record<string, GuardedChange['now']>>;
    },
    null
  >(),
  /**
   * Acknowledges files that were written while the app ended during a turn; they are no longer
   * listed.
   */
  'changes.settleUnclear': request<{ sessionId: SessionId }, null>(),
  'changes.guardedTexts': request<{ sessionId: SessionId; id: string }, GuardedTexts>(),
  /** The first of the other ignored files that were written during the last turn. */
  'changes.ignored': request<{ sessionId: SessionId }, { paths: readonly string[] }>(),
  /** The user's unsent comments, for agents that ask about the review. */
  'changes.comments': request<{ sessionId: SessionId; comments: readonly ReviewComment[] }, null>(),
  /** Looks at the agent's files. `fault` says why that failed, or is null. */
  'changes.look': request<{ sessionId: SessionId }, { fault: string | null }>(),
  /** What deleting the session now would lose. */
  'changes.losses': request<{ sessionId: SessionId }, SessionLosses>(),
  /** The disk space of a session: its copy of the project, and the record of its changes. */
  'changes.size': request<{ sessionId: SessionId }, { bytes: number }>(),
  'changes.commit': request<{ sessionId: SessionId; message: string }, { commit: string }>(),
  'changes.applyAsBranch': request<
    { sessionId: SessionId; branch: string; message: string },
    { commit: string }
  >(),
  /** The checked-out branch of the user's project; null if that is not a repository. */
  'changes.git': request<{ sessionId: SessionId }, { glance: GitGlance | null }>(),
  'changes.compare': request<{ sessionId: SessionId }, MainComparison>(),
  'changes.compareTexts': request<
    { sessionId: SessionId } & Pick<ComparedFile, 'base' | 'proposed'>,
    ChangeTexts
  >(),
  /** Shows the folder that the agent works in in the editor that the settings name. */
  'changes.openCopy': request<{ sessionId: SessionId }, null>(),
  /** The given paths that are files of the session's folder, and can be opened. */
  'changes.existing': request<
    { sessionId: SessionId; paths: readonly string[] },
    { paths: readonly string[] }
  >(),
  /** Shows a file in the editor that the settings name. */
  'changes.openFile': request<{ sessionId: SessionId; path: string; line: number | null }, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const changeEvents = {
  'changes.changed': event<{ sessionId: SessionId }>(),
} satisfies Record<string, EventMarker<unknown>>;
