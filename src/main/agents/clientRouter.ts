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

/** Of one connection. Those of large files wait for each other besides. */
const READS_AT_ONCE = 2;

const cancelled = { type: 'cancelled' } as const;

/** Leads the traffic of one connection to the sessions that share it. */
export class ClientRouter implements ConnectionClient {
  private readonly sessions = new Map<AgentSessionId, SessionClient>();
  /** Who waits for the connection as such: the user of the newest is at the screen. */
  private readonly attendants: SessionClient[] = [];

  private reading = 0;
  private readonly waitingReads: (() => void)[] = [];

  constructor(
    readonly report: (problem: WireProblem) => void,
    /** Null while the agent takes what it is sent; otherwise settles when more may be sent. */
    private readonly room: () => Promise<void> | null = () => null,
  ) {}

  readonly terminals: ClientTerminals = {
    create: async (session, request) =>
      this.onTerminals(session, (terminals) => terminals.create(request)),
    output: async (session, terminal) =>
      this.inTurn(session, async ({ terminals }) => terminals.output(terminal)),
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

  /** Tells the users of all sessions of this agent what is the matter with it. */
  warn(message: string): void {
    for (const client of this.sessions.values()) client.warn(message);
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
    return this.inTurn(session, (client) => client.readTextFile(request));
  }

  async writeTextFile(
    session: AgentSessionId,
    request: { path: string; content: string },
    signal: AbortSignal,
  ): Promise<Result<void>> {
    return this.sessions.get(session)?.writeTextFile(request, signal) ?? unknownSession();
  }

  async readFile(session: AgentSessionId, path: string): Promise<Result<Uint8Array>> {
    return this.inTurn(session, (client) => client.readFile(path));
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

  /**
   * Files and outputs are read for one connection a few at a time, each once the agent has taken
   * most of what it was sent before: an answer may be ten megabytes, several times over until it is
   * on its way.
   */
  private async inTurn<T>(
    session: AgentSessionId,
    read: (client: SessionClient) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (this.reading >= READS_AT_ONCE) {
      await new Promise<void>((resolve) => this.waitingReads.push(resolve));
    } else this.reading++;
    try {
      // Without a wait where there is none: what the agent asks for next may undo it.
      const full = this.room();
      if (full !== null) await full;
      const client = this.sessions.get(session);
      const answer = client ? await read(client) : unknownSession();
      // Others may have filled it meanwhile: on its way the answer takes several times its size.
      await this.room();
      return answer;
    } finally {
      // By then its answer was sent.
      setImmediate(() => this.endRead());
    }
  }

  private endRead(): void {
    const next = this.waitingReads.shift();
    if (next) next();
    else this.reading--;
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
