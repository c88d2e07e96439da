import { type ConnectionClient, ConnectionError } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import { charactersIn } from '#shared/text/charactersIn';
import { identifier, makeRoom } from '../json';
import { HELD_CHARACTERS, HELD_UPDATES } from '../limits';
import { EARLY_SESSIONS, RELEASED_SESSIONS } from './limits';

export interface WireSession {
  readonly id: AgentSessionId;
  /** Handles one update from the agent for this session. */
  hear(update: unknown): void;
}

/** The sessions of one connection. Other ids are unknown. */
export class SessionTable<S extends WireSession> {
  private readonly sessions = new Map<string, S>();
  private readonly released = new Set<string>();
  /** Updates for ids that the answer to one of our requests may still name. */
  private readonly early = new Map<string, unknown[]>();
  private earlyCharacters = 0;
  private openings = 0;
  private dropped = 0;

  constructor(private readonly client: ConnectionClient) {}

  get all(): readonly S[] {
    return [...new Set(this.sessions.values())];
  }

  /** Whether an unknown id may belong to a session that is being opened. */
  get isExpecting(): boolean {
    return this.openings > 0;
  }

  find(id: unknown): S | undefined {
    return typeof id === 'string' ? this.sessions.get(id) : undefined;
  }

  /** The session with this id; rejects if it was released. */
  demand(id: AgentSessionId): S {
    const session = this.sessions.get(id);
    if (session) return session;
    throw new ConnectionError('not-found', `The session ${id} is not open on this connection.`);
  }

  /** Runs a request that opens a session. Meanwhile an unknown id may belong to that session. */
  async expecting<T>(opening: () => Promise<T>): Promise<T> {
    this.openings++;
    try {
      return await opening();
    } finally {
      if (--this.openings === 0) this.forgetEarly();
    }
  }

  /** Adds a session, and passes on the updates that arrived too early. */
  admit(session: S): S {
    this.released.delete(session.id);
    this.sessions.set(session.id, session);
    const early = this.early.get(session.id) ?? [];
    this.early.delete(session.id);
    for (const update of early) session.hear(update);
    return session;
  }

  /** Adds another id that the agent uses for the session. */
  admitAs(id: AgentSessionId, session: S): void {
    this.released.delete(id);
    this.sessions.set(id, session);
  }

  release(id: AgentSessionId): void {
    const session = this.sessions.get(id);
    for (const [name, known] of this.sessions) if (known === session) this.forget(name);
  }

  /** Forgets the session under this id. */
  forget(id: string): void {
    this.sessions.delete(id);
    makeRoom(this.released, RELEASED_SESSIONS);
    this.released.add(id);
  }

  /** Passes an update to its session, synchronously: later messages must find it handled. */
  receive(method: string, sessionId: unknown, update: unknown): void {
    const id = identifier(sessionId);
    if (id === null) {
      this.client.report({ type: 'invalid', method, message: 'it names no session' });
      return;
    }
    const session = this.sessions.get(id);
    if (session) session.hear(update);
    else if (this.released.has(id)) return;
    else if (this.isExpecting) this.keepEarly(id, update);
    else this.reportUnknown(id);
  }

  private keepEarly(id: string, update: unknown): void {
    const updates = this.early.get(id);
    this.earlyCharacters += charactersIn(update);
    if (this.earlyCharacters > HELD_CHARACTERS) this.dropped++;
    else if (updates && updates.length < HELD_UPDATES) updates.push(update);
    else if (!updates && this.early.size < EARLY_SESSIONS) this.early.set(id, [update]);
    else this.dropped++;
  }

  private forgetEarly(): void {
    for (const id of this.early.keys()) this.reportUnknown(id);
    this.early.clear();
    this.earlyCharacters = 0;
    if (this.dropped === 0) return;
    const message = `${this.dropped} updates were dropped: they arrived before their session was known.`;
    this.client.report({ type: 'unexpected', message });
    this.dropped = 0;
  }

  private reportUnknown(id: string): void {
    const message = `An update arrived for the unknown session ${id}.`;
    this.client.report({ type: 'unexpected', message });
  }
}
