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

/**
 * Edits that the user can decide hunk by hunk, in addition to the question that asks permission for
 * them.
 */
export interface EditReview {
  /** Settles once everything is decided; null if that will not happen. */
  readonly decision: Promise<'accept' | 'reject' | null>;
  /**
   * Called when the question itself was answered, which also decides the edits; null if it was
   * withdrawn. Settles once the verdict is recorded.
   */
  settle(verdict: 'accept' | 'reject' | null): Promise<void>;
}

/** The place where a session's agent works, and through which it writes. */
export interface Workplace extends Disposable {
  readonly cwd: string;
  readonly gate: WriteGate;
  /** The agent's changes, which the user decides on, or the reason why they are unknown. */
  readonly changes: Result<SessionChanges>;
  /**
   * The project's setup command for a tree that was just created; present only if the user trusts
   * it.
   */
  readonly setup?: string;
  /**
   * The facts for a seal around the session's agent; absent if the agent works in the user's
   * folder.
   */
  readonly seal?: SealRequest | undefined;
  /** Why the project's setup was left out, if the user would expect it. */
  readonly remark?: string;
  /**
   * The problem with how the session's changes are stored; `read-only` prevents the agent from
   * working.
   */
  readonly storage?: StorageProblem;
  /**
   * Lets edits be reviewed before they are made; present if the agent's files are the user's own.
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
    /** The branch or tag that the copy starts from. */
    base?: string,
  ): Promise<Result<Workplace>>;
  /**
   * The branches and tags that copies of a project can start from instead of the user's current
   * files.
   */
  bases(project: string): Promise<Result<readonly CopyBase[]>>;
  reopen(
    sessionId: SessionId,
    place: { readonly project: string; readonly cwd: string; readonly isolation: Isolation },
  ): Promise<Result<Workplace>>;
  /** Settles when no file of a closed session is still being written. */
  settled(sessionId: SessionId): Promise<void>;
  /** The disk space of a session in bytes; the session need not be open. */
  size(sessionId: SessionId): Promise<Result<number>>;
  /** The outcome of a session's changes; the session need not be open. */
  score?(sessionId: SessionId): Promise<Result<LedgerFacts>>;
  /** A session's changes as they were left, whether it is open or not; null if it has none. */
  kept?(sessionId: SessionId): Promise<Result<KeptChanges | null>>;
  /** Removes what was just created for a session that will not exist. */
  remove(sessionId: SessionId): Promise<Result<void>>;
}
