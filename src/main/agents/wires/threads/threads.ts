import { ConnectionError } from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import { makeRoom } from '../json';
import { AgentThread, type ThreadSurroundings } from './agentThread';
import { OFFERED_THREADS } from './limits';

/** The threads of one connection: those of our sessions, and those that the agent created itself. */
export class Threads {
  private readonly open = new Map<string, AgentThread>();
  /** Threads that the agent created on its own; the next session takes one of them. */
  private readonly offered = new Map<string, AgentThread>();

  constructor(private readonly around: ThreadSurroundings) {}

  get all(): readonly AgentThread[] {
    return [...this.open.values(), ...this.offered.values()];
  }

  find(id: unknown): AgentThread | undefined {
    return typeof id === 'string' ? (this.open.get(id) ?? this.offered.get(id)) : undefined;
  }

  demand(id: AgentSessionId): AgentThread {
    const thread = this.open.get(id);
    if (thread) return thread;
    throw new ConnectionError('not-found', `The session ${id} is not open on this connection.`);
  }

  admit(id: AgentSessionId): AgentThread {
    const thread = new AgentThread(id, this.around);
    this.open.set(id, thread);
    return thread;
  }

  /** A thread for a new session, if we store the threads. */
  take(): AgentThread {
    const [offered] = this.offered.values();
    if (offered === undefined) return this.admit(this.mint());
    this.offered.delete(offered.id);
    this.open.set(offered.id, offered);
    return offered;
  }

  /**
   * The thread that the agent asks for: that of a session that it does not know yet, or of a later
   * session.
   */
  offer(): AgentThread {
    const waiting = [...this.open.values()].find(({ isKnown }) => !isKnown);
    const thread = waiting ?? new AgentThread(this.mint(), this.around);
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
    return this.around.ids.mint('session') as string as AgentSessionId;
  }
}
