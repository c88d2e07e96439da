import type { SealRequest } from '#main/agents/agents';
import type { IntendedEdit, KeptChanges, SessionChanges } from '#main/airlock/airlock';
import type { Disposable } from '#main/base/disposable';
import type { Event } from '#main/base/emitter';
import type { WriteGate } from '#main/host/session/agentRequests';
import type { LedgerFacts } from '#shared/airlock/score';
import type { Result } from '#shared/errors';
import type { SessionId, ToolCallId, TurnId } from '#shared/ids';
import type { CopyBase } from '#shared/project/copyBase';
import type { StorageProblem } from '#shared/session/condition';
import type { Envelope } from '#shared/session/events';
import type { Isolation } from '#shared/session/isolation';

/** An edit that an agent announces. */
export type PlannedEdit = { readonly path: string } & IntendedEdit;

/** Edits that the user can decide on hunk by hunk, beside the question that asks permission for them. */
export interface EditReview {
  /** Settles once all is decided; null if that will not happen. */
  readonly decision: Promise<'accept' | 'reject' | null>;
  /** The question itself was answered, and so are they; null if it was withdrawn. Settles once noted. */
  settle(verdict: 'accept' | 'reject' | null): Promise<void>;
}

/** The place where a session's agent works, and through which its writes go. */
export interface Workplace extends Disposable {
  readonly cwd: string;
  readonly gate: WriteGate;
  /** The agent's changes, for the user to decide about; or the reason why they are unknown. */
  readonly changes: Result<SessionChanges>;
  /**
   * The project's setup command for a tree that was just created; present only if the user trusts
   * it.
   */
  readonly setup?: string;
  /** The facts for a seal around the session's agent; absent if it works in the user's folder. */
  readonly seal?: SealRequest | undefined;
  /** Why the project's setup was left out, where the user would expect it. */
  readonly remark?: string;
  /** The problem with how its changes are stored; `read-only` prevents the agent from working. */
  readonly storage?: StorageProblem;
  /**
   * Present where the agent's files are the user's own, so that its edits can be reviewed before.
   */
  reviewEdits?(edits: readonly PlannedEdit[], toolCallId: ToolCallId | null): EditReview;
  /** Awaited before the agent gets a turn, so that its files can be rewound to this moment. */
  beforeTurn(turnId: TurnId): Promise<void>;
  /** Fires when the copy was found deleted or replaced, perhaps more than once. */
  readonly onDidLoseCopy?: Event<void>;
  /** Whether the copy is deleted or replaced, so that no agent can work in it. */
  isCopyGone?(): Promise<boolean>;
  /** Recreates the copy from what is stored. */
  restoreCopy?(): Promise<Result<void>>;
  /** Called for every event of the session, so that changes know their turn and tool call. */
  onAppended(events: readonly Envelope[]): void;
}

/** Creates workplaces for new sessions and finds those of earlier ones. */
export interface Workplaces {
  create(
    sessionId: SessionId,
    project: string,
    isolation: Isolation,
    /** The branch or tag that its copy begins from. */
    base?: string,
  ): Promise<Result<Workplace>>;
  /**
   * The branches and tags that copies of a project can start from, besides the user's current
   * files.
   */
  bases(project: string): Promise<Result<readonly CopyBase[]>>;
  reopen(
    sessionId: SessionId,
    place: { readonly project: string; readonly cwd: string; readonly isolation: Isolation },
  ): Promise<Result<Workplace>>;
  /** Settles when nothing of a session that was let go is still being written. */
  settled(sessionId: SessionId): Promise<void>;
  /** What a session takes on the disk, in bytes; it need not be open. */
  size(sessionId: SessionId): Promise<Result<number>>;
  /** What became of its changes; it need not be open. */
  score?(sessionId: SessionId): Promise<Result<LedgerFacts>>;
  /** A session's changes as they were left, open or not; null if it has none. */
  kept?(sessionId: SessionId): Promise<Result<KeptChanges | null>>;
  /** Takes away what was just made for a session that there will not be. */
  remove(sessionId: SessionId): Promise<Result<void>>;
}
