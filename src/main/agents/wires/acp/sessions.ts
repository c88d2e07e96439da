import type { ConnectionClient } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import { isRecord } from '../json';
import { SessionTable, type WireSession } from '../rpc/sessionTable';
import { AcpSession } from './acpSession';
import { CHILD_SESSIONS } from './limits';
import { UpdateTranslator } from './translate/updateTranslator';

/** Where the traffic under one id goes: a subagent's goes to the session that it works for. */
export interface Route extends WireSession {
  readonly session: AcpSession;
  readonly translator: UpdateTranslator;
}

/** The sessions of one connection, and those that they say they started. */
export class Sessions {
  private readonly routes: SessionTable<Route>;

  constructor(
    private readonly client: ConnectionClient,
    private readonly ids: IdSource,
  ) {
    this.routes = new SessionTable(client);
  }

  find(sessionId: unknown): Route | undefined {
    return this.routes.find(sessionId);
  }

  get isExpecting(): boolean {
    return this.routes.isExpecting;
  }

  /** While this runs an unknown id may be that of the session to come. */
  expecting<T>(opening: () => Promise<T>): Promise<T> {
    return this.routes.expecting(opening);
  }

  /** The session under this id, made if need be; takes in what came for it too early. */
  admit(id: AgentSessionId): AcpSession {
    const known = this.routes.find(id);
    if (known?.session.id === id) return known.session;
    const session = new AcpSession(id, this.client, this.ids);
    this.routes.admit(this.routeTo(id, session, session.translator));
    return session;
  }

  release(id: AgentSessionId): void {
    const session = this.routes.find(id)?.session;
    if (session?.id !== id) return;
    for (const gone of [id, ...session.children]) this.routes.release(gone);
  }

  /** Takes the params of a `session/update`, synchronously: what follows it must find it done. */
  receive(params: unknown): void {
    const { sessionId, update } = isRecord(params) ? params : {};
    this.routes.receive('session/update', sessionId, update);
  }

  private routeTo(id: AgentSessionId, session: AcpSession, translator: UpdateTranslator): Route {
    const hear = (update: unknown) => {
      const heard = translator.translate(update);
      session.deliver(heard);
      for (const item of heard) {
        if (item.type === 'subagent.updated') this.admitChild(session, item.subagent);
      }
    };
    return { id, session, translator, hear };
  }

  /** A session cannot claim one that is known already, least of all another's. */
  private admitChild(session: AcpSession, child: AgentSessionId): void {
    if (this.routes.find(child) || session.children.size >= CHILD_SESSIONS) return;
    const { terminals } = session.translator;
    const translator = new UpdateTranslator(this.ids, session.id, child, terminals);
    session.children.add(child);
    this.routes.admit(this.routeTo(child, session, translator));
  }
}
