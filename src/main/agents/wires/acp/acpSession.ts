import type { ConnectionClient } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import type { JsonRecord } from '../json';
import { SessionFeed } from '../sessionFeed';
import { UpdateTranslator } from './translate/updateTranslator';

/** One session of the agent, from the moment that we know its id. */
export class AcpSession extends SessionFeed {
  readonly translator: UpdateTranslator;
  readonly children = new Set<AgentSessionId>();
  private settings: readonly SessionEvent[] = [];

  constructor(id: AgentSessionId, client: ConnectionClient, ids: IdSource) {
    super(id, client);
    this.translator = new UpdateTranslator(ids, id);
  }

  /** Takes in the answer that opened the session, before anything that was sent after it. */
  open(answer: JsonRecord): void {
    this.settings = this.translator.options.open(answer);
  }

  /** What the answer said, then what the agent sent before it or right after it. */
  takeOpening(): readonly SessionEvent[] {
    const events = [...this.settings, ...this.takeHeld()];
    this.settings = [];
    return events;
  }
}
