import type { AgentSessionId } from '#shared/ids';
import { identifier, isRecord, makeRoom } from '../json';
import type { SessionFeed } from '../sessionFeed';
import { OPEN_ELICITATIONS } from './limits';

/** Questions that go on in a browser: their end comes without a session, by their id alone. */
export class Elicitations {
  private readonly open = new Map<string, AgentSessionId | null>();

  constructor(private readonly find: (session: AgentSessionId) => SessionFeed | undefined) {}

  opened(elicitationId: string, session: AgentSessionId | null): void {
    makeRoom(this.open, OPEN_ELICITATIONS);
    this.open.set(elicitationId, session);
  }

  /** False when the id is nobody's. */
  complete(params: unknown): boolean {
    const elicitationId = isRecord(params) ? identifier(params.elicitationId) : null;
    if (elicitationId === null) return false;
    const session = this.open.get(elicitationId);
    this.open.delete(elicitationId);
    if (session === undefined) return false;
    const feed = session === null ? undefined : this.find(session);
    feed?.deliver([{ type: 'elicitation.completed', elicitationId }]);
    return true;
  }
}
