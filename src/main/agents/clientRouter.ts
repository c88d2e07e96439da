import { type Disposable, toDisposable } from '#main/base/disposable';
import { fail, type Result } from '#shared/errors';
import type { AgentSessionId, TerminalId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import type {
  ElicitationOutcome,
  ElicitationQuestion,
  PermissionOutcome,
} from '#shared/session/requests';
import type { SessionClient, SessionTerminals } from './agents';
import {
  type ClientTerminals,
  type ConnectionClient,
  ConnectionError,
  type PathStatus,
  type PermissionAsk,
  type WireProblem,
} from './connection';

const cancelled = { type: 'cancelled' } as const;

/** Leads the traffic of one connection to the sessions that share it. */
export class ClientRouter implements ConnectionClient {
  private readonly sessions = new Map<AgentSessionId, SessionClient>();
  /** Who waits for the connection as such: the user of the newest is at the screen. */
  private readonly attendants: SessionClient[] = [];

  constructor(readonly report: (problem: WireProblem) => void) {}

  readonly terminals: ClientTerminals = {
    create: async (session, request) =>
      this.onTerminals(session, (terminals) => terminals.create(request)),
    output: (session, terminal) => {
      const client = this.sessions.get(session);
      return client ? client.terminals.output(terminal) : unknownSession();
    },
    waitForExit: async (session, terminal, signal) =>
      this.onTerminals(session, (terminals) => terminals.waitForExit(terminal, signal)),
    kill: async (session, terminal) =>
      this.onTerminals(session, (terminals) => terminals.kill(terminal)),
    release: async (session, terminal) =>
      this.onTerminals(session, (terminals) => terminals.release(terminal)),
  };

  route(session: AgentSessionId, client: SessionClient): Disposable {
    const holder = this.sessions.get(session);
    if (holder !== undefined && holder !== client) {
      throw new ConnectionError('protocol', 'The agent gave two sessions the same id.');
    }
    this.sessions.set(session, client);
    return toDisposable(() => {
      if (this.sessions.get(session) === client) this.sessions.delete(session);
    });
  }

  attend(client: SessionClient): Disposable {
    this.attendants.push(client);
    return toDisposable(() => {
      this.attendants.splice(this.attendants.lastIndexOf(client), 1);
    });
  }

  ingest(session: AgentSessionId, events: readonly SessionEvent[]): boolean {
    const client = this.sessions.get(session);
    client?.ingest(events);
    return client !== undefined;
  }

  /** One slow log slows the connection: its sessions share one pipe. */
  congestion(): Promise<void> | null {
    for (const client of this.sessions.values()) {
      const congested = client.congestion();
      if (congested) return congested;
    }
    return null;
  }

  async askPermission(
    session: AgentSessionId,
    ask: PermissionAsk,
    signal: AbortSignal,
  ): Promise<PermissionOutcome> {
    return this.sessions.get(session)?.askPermission(ask, signal) ?? cancelled;
  }

  /** A question of the connection itself goes to who waits for it, else to any of its sessions. */
  async elicit(
    session: AgentSessionId | null,
    question: ElicitationQuestion,
    signal: AbortSignal,
  ): Promise<ElicitationOutcome> {
    const client =
      session === null
        ? (this.attendants.at(-1) ?? this.sessions.values().next().value)
        : this.sessions.get(session);
    return client?.elicit(question, signal) ?? cancelled;
  }

  async readTextFile(
    session: AgentSessionId,
    request: { path: string; line: number | null; limit: number | null },
  ): Promise<Result<string>> {
    return this.sessions.get(session)?.readTextFile(request) ?? unknownSession();
  }

  async writeTextFile(
    session: AgentSessionId,
    request: { path: string; content: string },
    signal: AbortSignal,
  ): Promise<Result<void>> {
    return this.sessions.get(session)?.writeTextFile(request, signal) ?? unknownSession();
  }

  async readFile(session: AgentSessionId, path: string): Promise<Result<Uint8Array>> {
    return this.sessions.get(session)?.readFile(path) ?? unknownSession();
  }

  async pathStatus(session: AgentSessionId, path: string): Promise<Result<PathStatus>> {
    return this.sessions.get(session)?.pathStatus(path) ?? unknownSession();
  }

  async findFiles(session: AgentSessionId, pattern: string): Promise<Result<readonly string[]>> {
    return this.sessions.get(session)?.findFiles(pattern) ?? unknownSession();
  }

  terminalData(session: AgentSessionId, terminal: TerminalId, data: string): void {
    this.sessions.get(session)?.terminalData(terminal, data);
  }

  private async onTerminals<T>(
    session: AgentSessionId,
    use: (terminals: SessionTerminals) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const client = this.sessions.get(session);
    return client ? use(client.terminals) : unknownSession();
  }
}

function unknownSession(): Result<never> {
  return fail('not-found', 'There is no such session here.');
}
