import {
  type AgentContext,
  methods,
  type SendRequestOptions,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable';
import type { Journal } from '../history/journal';

/** The way to the client for one session. What is said over it is written down as well. */
export class SessionWire {
  readonly client: AgentContext;
  readonly sessionId: string;
  readonly #journal: Journal;

  constructor(client: AgentContext, sessionId: string, journal: Journal) {
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

/** A request that stops waiting, and tells the client so, when the turn is cancelled. */
export function whileTurnLasts(signal: AbortSignal): SendRequestOptions {
  return { cancellationSignal: signal, stopWaitingOnCancel: true };
}
