import {
  type AgentContext,
  methods,
  type SendRequestOptions,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable';
import type { SessionHistory } from '../history/sessionHistory';

/** Sends a session's updates to the client, and records them in the history. */
export class SessionWire {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly #journal: SessionHistory;

  constructor(client: AgentContext, sessionId: string, journal: SessionHistory) {
    this.client = client;
    this.sessionId = sessionId;
    this.#journal = journal;
  }

  /** `recorded` replaces the update in the history; `null` keeps it out. */
  async send(update: SessionUpdate, recorded: SessionUpdate | null = update): Promise<void> {
    if (recorded) this.#journal.record(recorded);
    await this.client.notify(methods.client.session.update, { sessionId: this.sessionId, update });
  }
}

/** Options for a request that stops waiting, and tells the client, when the turn is cancelled. */
export function whileTurnLasts(signal: AbortSignal): SendRequestOptions {
  return { cancellationSignal: signal, stopWaitingOnCancel: true };
}
