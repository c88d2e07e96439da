import type { ConnectionClient } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import { identifier, isRecord, makeRoom } from '../json';
import { HELD_UPDATES } from '../limits';
import { AcpSession } from './acpSession';
import { CHILD_SESSIONS, EARLY_SESSIONS, RELEASED_SESSIONS } from './limits';
import { UpdateTranslator } from './translate/updateTranslator';

/** Where the traffic under one id goes: a subagent's goes to the session that it works for. */
export interface Route {
  readonly session: AcpSession;
  readonly translator: UpdateTranslator;
}

/** The sessions of one connection. An id that is not among them is nobody's here. */
export class Sessions {
  private readonly routes = new Map<string, Route>();
  private readonly released = new Set<string>();
  /** Updates for ids that the answer to a request of ours may yet name. */
  private readonly early = new Map<string, unknown[]>();
  private openings = 0;
  private dropped = 0;

  constructor(
    private readonly client: ConnectionClient,
    private readonly ids: IdSource,
  ) {}

  find(sessionId: string): Route | undefined {
    return this.routes.get(sessionId);
  }

  get isExpecting(): boolean {
    return this.openings > 0;
  }

  /** While this runs an unknown id may be that of the session to come. */
  async expecting<T>(opening: () => Promise<T>): Promise<T> {
    this.openings++;
    try {
      return await opening();
    } finally {
      if (--this.openings === 0) this.forgetEarly();
    }
  }

  /** The session under this id, made if need be; takes in what came for it too early. */
  admit(id: AgentSessionId): AcpSession {
    const known = this.routes.get(id);
    if (known?.session.id === id) return known.session;
    const session = new AcpSession(id, this.client, this.ids);
    this.released.delete(id);
    const route = { session, translator: session.translator };
    this.routes.set(id, route);
    const early = this.early.get(id) ?? [];
    this.early.delete(id);
    for (const update of early) this.hear(route, update);
    return session;
  }

  release(id: AgentSessionId): void {
    const session = this.routes.get(id)?.session;
    if (session?.id !== id) return;
    for (const gone of [id, ...session.children]) {
      this.routes.delete(gone);
      makeRoom(this.released, RELEASED_SESSIONS);
      this.released.add(gone);
    }
  }

  /** Takes the params of a `session/update`, synchronously: what follows it must find it done. */
  receive(params: unknown): void {
    const id = isRecord(params) ? identifier(params.sessionId) : null;
    if (!isRecord(params) || id === null) {
      this.client.report({
        type: 'invalid',
        method: 'session/update',
        message: 'sessionId must be a text',
      });
      return;
    }
    const route = this.routes.get(id);
    if (route) this.hear(route, params.update);
    else if (this.released.has(id)) return;
    else if (this.openings > 0) this.keepEarly(id, params.update);
    else this.unknown(id);
  }

  private hear({ session, translator }: Route, update: unknown): void {
    const heard = translator.translate(update);
    for (const item of heard) {
      if (item.type === 'subagent.updated') this.admitChild(session, item.subagent);
    }
    session.deliver(heard);
  }

  /** A session cannot claim one that is known already, least of all another's. */
  private admitChild(session: AcpSession, child: AgentSessionId): void {
    if (this.routes.has(child) || session.children.size >= CHILD_SESSIONS) return;
    const { terminals } = session.translator;
    const translator = new UpdateTranslator(this.ids, session.id, child, terminals);
    session.children.add(child);
    this.routes.set(child, { session, translator });
  }

  private keepEarly(id: string, update: unknown): void {
    const updates = this.early.get(id);
    if (updates && updates.length < HELD_UPDATES) updates.push(update);
    else if (!updates && this.early.size < EARLY_SESSIONS) this.early.set(id, [update]);
    else this.dropped++;
  }

  private forgetEarly(): void {
    for (const id of this.early.keys()) this.unknown(id);
    this.early.clear();
    if (this.dropped === 0) return;
    const message = `${this.dropped} updates came before their session was known, and were too many.`;
    this.client.report({ type: 'unexpected', message });
    this.dropped = 0;
  }

  private unknown(id: string): void {
    const message = `An update came for the session ${id}, which is not known on this connection.`;
    this.client.report({ type: 'unexpected', message });
  }
}
