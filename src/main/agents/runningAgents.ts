import { DisposableOwner, DisposableStore, toDisposable } from '#main/base/disposable';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AgentSessionId } from '#shared/ids';
import type { AgentLease, AgentPool, LeaseRequest, ProcessView } from './agents';
import { RunningAgent, type RunningAgentOptions } from './runningAgent';

interface Slot {
  readonly starting: Promise<RunningAgent>;
  readonly giveUp: AbortController;
  /** The conversation that the process was started to resume. */
  readonly resumes: AgentSessionId | undefined;
  /** The requests that receive reports about the process and its output while it starts. */
  readonly watchers: Set<LeaseRequest>;
  process: ProcessView | null;
  users: number;
  /** Whether a session uses the process already. */
  isTaken: boolean;
}

/**
 * One process per (agent, workspace), shared by all its sessions; separate processes for agents
 * that need them.
 */
export class RunningAgents extends DisposableOwner implements AgentPool {
  private readonly slots = new Map<string, Slot>();
  private readonly closing = new Set<Promise<void>>();

  constructor(private readonly options: RunningAgentOptions) {
    super();
  }

  async lease(request: LeaseRequest): Promise<AgentLease> {
    const key = keyOf(request);
    const slot = this.slots.get(key) ?? this.open(key, request);
    slot.users++;
    slot.watchers.add(request);
    if (slot.process) request.onProcess?.(slot.process);
    const leave = toDisposable(() => {
      slot.watchers.delete(request);
      this.leave(key, slot);
    });
    try {
      const agent = await untilAborted(slot.starting, request.signal);
      if (agent.connection.sessionsPerProcess === 1) {
        this.forget(key, slot);
        if (slot.isTaken || slot.resumes !== request.resumes) {
          leave.dispose();
          return await this.lease(request);
        }
      }
      slot.isTaken = true;
      return this.leaseOf(key, slot, agent, leave);
    } catch (error) {
      leave.dispose();
      throw error;
    }
  }

  /** Settles when every released process has ended. */
  async drain(): Promise<void> {
    while (this.closing.size > 0) await Promise.all(this.closing);
  }

  private open(key: string, request: LeaseRequest): Slot {
    const giveUp = new AbortController();
    const watchers = new Set<LeaseRequest>();
    const { resumes } = request;
    const starting = RunningAgent.start(
      {
        ...request,
        signal: giveUp.signal,
        onProgress: (stderrTail) => {
          for (const watcher of watchers) watcher.onProgress(stderrTail);
        },
        onProcess: (process) => {
          slot.process = process;
          for (const watcher of watchers) watcher.onProcess?.(process);
        },
      },
      this.options,
    );
    const slot: Slot = {
      starting,
      giveUp,
      resumes,
      watchers,
      process: null,
      users: 0,
      isTaken: false,
    };
    this.slots.set(key, slot);
    starting.then(
      (agent) => {
        agent.onDidExit(() => this.forget(key, slot));
        agent.onDidClose(() => this.forget(key, slot));
      },
      () => this.forget(key, slot),
    );
    return slot;
  }

  private leaseOf(
    key: string,
    slot: Slot,
    agent: RunningAgent,
    leave: { dispose(): void },
  ): AgentLease {
    const held = new DisposableStore();
    held.add(leave);
    return {
      connection: agent.connection,
      onDidExit: agent.onDidExit,
      onDidLogIn: agent.onDidLogIn,
      logIn: (methodId, credentials, signal) => agent.logIn(methodId, credentials, signal),
      get exit() {
        return agent.exit;
      },
      route: (session, client) => agent.clients.route(session, client),
      attend: (client) => agent.clients.attend(client),
      kill: () => {
        this.forget(key, slot);
        return agent.close();
      },
      dispose: () => held.dispose(),
      [Symbol.dispose]: () => held.dispose(),
    };
  }

  private leave(key: string, slot: Slot): void {
    if (--slot.users > 0) return;
    this.forget(key, slot);
    slot.giveUp.abort();
    const closed = slot.starting
      .then(
        async (agent) => {
          await agent.close();
        },
        // The caller that waited for the start has already received the error.
        () => undefined,
      )
      .catch(onUnexpectedError)
      .finally(() => this.closing.delete(closed));
    this.closing.add(closed);
  }

  /** Removes the process, so that the next lease starts a new one. */
  private forget(key: string, slot: Slot): void {
    if (this.slots.get(key) === slot) this.slots.delete(key);
  }
}

/**
 * The key of a process. Another version of the command counts as another agent, although its id is
 * the same.
 */
function keyOf({ definition, workspace, seal }: LeaseRequest): string {
  return JSON.stringify([definition, workspace, seal ?? null]);
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
