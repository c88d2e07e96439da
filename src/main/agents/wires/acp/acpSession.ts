import type { ConnectionClient } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import type { JsonRecord } from '../json';
import type { SessionTable, WireSession } from '../rpc/sessionTable';
import { SessionFeed } from '../sessionFeed';
import { CHILD_SESSIONS } from './limits';
import type { SessionTranslator } from './translate/sessionTranslator';

/** The receiver of the messages with one id; those of a subagent go to its parent session. */
export interface Route<S> extends WireSession {
  readonly feed: S;
  readonly translator: SessionTranslator;
}

/** One session of the agent, from the moment that we know its id. */
export class AcpSession<T extends SessionTranslator>
  extends SessionFeed
  implements Route<AcpSession<T>>
{
  readonly children = new Set<AgentSessionId>();
  private settings: readonly SessionEvent[] = [];

  constructor(
    id: AgentSessionId,
    client: ConnectionClient,
    readonly translator: T,
    /**
     * All sessions of the connection. A session that this one reports to have started is added to
     * them.
     */
    private readonly sessions: SessionTable<Route<AcpSession<T>>>,
  ) {
    super(id, client);
  }

  get feed(): this {
    return this;
  }

  /** Applies the answer that opened the session, before any message after it. */
  open(answer: JsonRecord): void {
    this.settings = this.translator.open(answer);
  }

  /**
   * The events of the answer, followed by the messages that the agent sent before or right after
   * it.
   */
  takeOpening(): readonly SessionEvent[] {
    const events = [...this.settings, ...this.takeHeld()];
    this.settings = [];
    return events;
  }

  hear(update: unknown): void {
    this.hearFrom(this.translator, update);
  }

  protected hearChild(translator: SessionTranslator, update: unknown): void {
    this.hearFrom(translator, update);
  }

  protected hearFrom(translator: SessionTranslator, update: unknown): void {
    const heard = translator.translate(update);
    this.deliver(heard);
    for (const item of heard) {
      if (item.type === 'subagent.updated') this.welcome(item.subagent);
    }
  }

  /** A session cannot claim an id that is already in use. */
  private welcome(child: AgentSessionId): void {
    if (this.sessions.find(child) || this.children.size >= CHILD_SESSIONS) return;
    const translator = this.translator.forSubagent(this.id, child);
    const hear = (update: unknown) => this.hearChild(translator, update);
    this.children.add(child);
    this.sessions.admit({ id: child, feed: this, translator, hear });
  }
}
