import type { Disposable } from '#main/base/disposable';
import type { Event } from '#main/base/emitter';
import type { Result } from '#shared/errors';
import type { SessionId, ToolCallId, TurnId } from '#shared/ids';
import type { StorageProblem } from '#shared/session/condition';
import type { Envelope, Isolation } from '#shared/session/events';
import type { WriteGate } from './agentRequests';

/** What an agent says it will put in place of what. Null: there is no file, or is to be none. */
export interface PlannedEdit {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Edits that the user can decide on hunk by hunk, beside the question that asks permission for them. */
export interface EditReview {
  /** Settles once all is decided; null if that will not happen. */
  readonly decision: Promise<'accept' | 'reject' | null>;
  /** The question itself was answered, and so are they; null if it was withdrawn. Settles once noted. */
  settle(verdict: 'accept' | 'reject' | null): Promise<void>;
}

/** Where one session's agent works, and the door that its writes go through. */
export interface Workplace extends Disposable {
  readonly cwd: string;
  readonly gate: WriteGate;
  /** What the project wants run in a tree that was just made; there only if the user trusts it. */
  readonly setup?: string;
  /** Why the project's set-up was left out, where the user would expect it. */
  readonly remark?: string;
  /** What is wrong with how its changes are kept; `read-only` keeps the agent from working. */
  readonly storage?: StorageProblem;
  /** There where the agent's files are the user's own, so that its own edits can be judged before. */
  reviewEdits?(edits: readonly PlannedEdit[], toolCallId: ToolCallId | null): EditReview;
  /** Awaited before the agent hears of a turn, so that its files can be taken back to this moment. */
  beforeTurn(turnId: TurnId): Promise<void>;
  /** Fires when the copy was found deleted or replaced, perhaps more than once. */
  readonly onDidLoseCopy?: Event<void>;
  /** Whether the copy is deleted or replaced, so that no agent can work in it. */
  isCopyGone?(): Promise<boolean>;
  /** Makes it anew from what is kept. */
  restoreCopy?(): Promise<Result<void>>;
  /** Told of everything that happens in the session, so that changes know their turn and call. */
  onAppended(events: readonly Envelope[]): void;
}

/** Makes workplaces for new sessions and finds those of old ones again. */
export interface Workplaces {
  create(sessionId: SessionId, project: string, isolation: Isolation): Promise<Result<Workplace>>;
  reopen(
    sessionId: SessionId,
    place: { readonly project: string; readonly cwd: string; readonly isolation: Isolation },
  ): Promise<Result<Workplace>>;
  /** Settles when nothing of a session that was let go is still being written. */
  settled(sessionId: SessionId): Promise<void>;
  /** Takes away what was just made for a session that there will not be. */
  remove(sessionId: SessionId): Promise<Result<void>>;
}
