import type { Event } from '#main/base/emitter';
import type { GuardedVerdict } from '#shared/airlock/guardedChange';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import type { Result } from '#shared/errors';
import type { ChangeId, DecisionId, SessionId, TurnId } from '#shared/ids';
import type {
  ChangesSnapshot,
  ChangeTexts,
  DecisionReport,
  FileSide,
  RewindPoint,
  RewindReport,
  SessionLosses,
} from '#shared/ipc/changes';

/** What may be asked about the changes of sessions, and done about them. */
export interface Changes {
  readonly onDidChange: Event<SessionId>;
  list(session: SessionId): Promise<Result<ChangesSnapshot>>;
  texts(session: SessionId, change: ChangeId): Promise<Result<ChangeTexts>>;
  decide(session: SessionId, verdicts: readonly ChangeVerdict[]): Promise<Result<DecisionReport>>;
  undo(session: SessionId, decisions: readonly DecisionId[]): Promise<Result<DecisionReport>>;
  edit(session: SessionId, change: ChangeId, text: string): Promise<Result<void>>;
  current(session: SessionId, change: ChangeId): Promise<Result<string | null>>;
  resolve(
    session: SessionId,
    change: ChangeId,
    current: string,
    text: string,
  ): Promise<Result<DecisionReport>>;
  /** Null: there is no such version, or it is too large to be shown. */
  bytes(session: SessionId, change: ChangeId, side: FileSide): Promise<Result<Buffer | null>>;
  rewind(session: SessionId, to: TurnId | RewindPoint): Promise<Result<RewindReport>>;
  /** Looks at the agent's files anew; null, or why that failed. */
  look(session: SessionId): Promise<Result<string | null>>;
  settleGuarded(
    session: SessionId,
    ids: readonly string[],
    verdict: GuardedVerdict,
  ): Promise<Result<void>>;
  guardedTexts(
    session: SessionId,
    id: string,
  ): Promise<Result<{ readonly before: string | null; readonly after: string | null }>>;
  ignored(session: SessionId): Promise<Result<readonly string[]>>;
  /** What would be lost with the session, as things stand now. */
  losses(session: SessionId): Promise<Result<SessionLosses>>;
  /** On the disk. */
  size(session: SessionId): Promise<Result<number>>;
  /** Both give the new commit. */
  commit(session: SessionId, message: string): Promise<Result<string>>;
  applyAsBranch(session: SessionId, branch: string, message: string): Promise<Result<string>>;
  /** Where a file of the project is, for the user's own editor. */
  locate(session: SessionId, path: string): Promise<Result<string>>;
}
