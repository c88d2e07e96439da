import type { Disposable } from '#main/base/disposable';
import type { Result } from '#shared/errors';
import type { SessionId, TurnId } from '#shared/ids';
import type { Envelope, Isolation } from '#shared/session/events';
import type { WriteGate } from './agentRequests';

/** Where one session's agent works, and the door that its writes go through. */
export interface Workplace extends Disposable {
  readonly cwd: string;
  readonly gate: WriteGate;
  /** Awaited before the agent hears of a turn, so that its files can be taken back to this moment. */
  beforeTurn(turnId: TurnId): Promise<void>;
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
  remove(sessionId: SessionId): Promise<Result<void>>;
}
