import { type ConnectionClient, ConnectionError } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import { makeRoom } from '../json';
import { OFFERED_THREADS } from './limits';
import { Thread } from './thread';

/** The threads of one connection: those that are sessions here, and those that agents made up. */
export class Threads {
  private readonly open = new Map<string, Thread>();
  /** Made by the agent on its own; the next session takes one of them. */
  private readonly offered = new Map<string, Thread>();

  constructor(
    private readonly client: ConnectionClient,
    private readonly ids: IdSource,
    private readonly now: () => number,
  ) {}

  get all(): readonly Thread[] {
    return [...this.open.values(), ...this.offered.values()];
  }

  find(id: unknown): Thread | undefined {
    return typeof id === 'string' ? (this.open.get(id) ?? this.offered.get(id)) : undefined;
  }

  demand(id: AgentSessionId): Thread {
    const thread = this.open.get(id);
    if (thread) return thread;
    throw new ConnectionError('not-found', `The session ${id} is not open on this connection.`);
  }

  admit(id: AgentSessionId): Thread {
    const thread = new Thread(id, this.client, this.ids, this.now);
    this.open.set(id, thread);
    return thread;
  }

  /** A thread for a new session where threads are ours to keep. */
  take(): Thread {
    const [offered] = this.offered.values();
    if (offered === undefined) return this.admit(this.mint());
    this.offered.delete(offered.id);
    this.open.set(offered.id, offered);
    return offered;
  }

  /** A thread that the agent asks for: a session that it does not know yet, or one to come. */
  offer(): Thread {
    const waiting = [...this.open.values()].find(({ isKnown }) => !isKnown);
    const thread = waiting ?? new Thread(this.mint(), this.client, this.ids, this.now);
    thread.isKnown = true;
    if (waiting === undefined) {
      makeRoom(this.offered, OFFERED_THREADS);
      this.offered.set(thread.id, thread);
    }
    return thread;
  }

  release(id: AgentSessionId): void {
    this.open.delete(id);
  }

  private mint(): AgentSessionId {
    return this.ids.mint('session') as string as AgentSessionId;
  }
}
