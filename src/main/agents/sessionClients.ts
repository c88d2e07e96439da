import { setImmediate as nextTurn } from 'node:timers/promises';
import { ByteBudget } from '#main/base/byteBudget';
import { type Disposable, toDisposable } from '#main/base/disposable';
import { fail } from '#shared/errors';
import type { AgentSessionId } from '#shared/ids';
import {
  type ConnectionClient,
  ConnectionError,
  type SessionClient,
  type WireProblem,
} from './connection';
import { lossSentence } from './problemText';

/** The number of files that are read at the same time for one connection. */
const READS_AT_ONCE = 2;
/**
 * Bytes of files that are being read, or that the agent has not read yet; a larger file is read
 * alone.
 */
const ANSWER_BYTES = 4 * 1024 * 1024;

const unknown = () => fail('not-found', 'There is no such session.');
const unknownSoon = async () => unknown();
const cancelled = async () => ({ type: 'cancelled' }) as const;

/** Answers for an unknown session. */
const nobody: SessionClient = {
  ingest: () => undefined,
  congestion: () => null,
  warn: () => undefined,
  notUnderstood: () => undefined,
  askPermission: cancelled,
  elicit: cancelled,
  untilTurnEnds: () => AbortSignal.abort(),
  readTextFile: unknownSoon,
  writeTextFile: unknownSoon,
  readFile: unknownSoon,
  pathStatus: unknownSoon,
  findFiles: unknownSoon,
  terminals: {
    create: unknownSoon,
    output: unknown,
    waitForExit: unknownSoon,
    kill: unknownSoon,
    release: unknownSoon,
  },
  terminalData: () => undefined,
};

/** The sessions that share one connection. */
export class SessionClients implements ConnectionClient {
  readonly sessions = new Map<AgentSessionId, SessionClient>();
  /** The clients of the connection itself. The newest comes last; its user is at the screen. */
  private readonly attendants: SessionClient[] = [];
  private readonly answers = new ByteBudget(ANSWER_BYTES, () => this.taken());
  private reading = 0;
  private readonly waitingReads: (() => void)[] = [];

  /** Clients whose users know already that some of the agent's messages are lost. */
  private readonly told = new WeakSet<SessionClient>();
  /** A loss that no client has been told of yet; undefined until the agent is connected. */
  private untold: string | null | undefined;

  constructor(
    private readonly note: (problem: WireProblem) => void,
    /** Null while the agent reads its input; otherwise settles when more may be sent. */
    private readonly room: () => Promise<void> | null = () => null,
  ) {}

  route(session: AgentSessionId, client: SessionClient): Disposable {
    const holder = this.sessions.get(session);
    if (holder !== undefined && holder !== client) {
      throw new ConnectionError('protocol', 'The agent gave two sessions the same ID.');
    }
    this.sessions.set(session, client);
    if (typeof this.untold === 'string') {
      this.tell(client, this.untold);
      this.untold = null;
    }
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

  /**
   * The connection's own questions go to the client that attends to it, or else to any of its
   * sessions.
   */
  of(session: AgentSessionId | null): SessionClient {
    const client =
      session === null
        ? (this.attendants.at(-1) ?? this.sessions.values().next().value)
        : this.sessions.get(session);
    return client ?? nobody;
  }

  /** Called once the agent's protocol is known: before that, its output may be in any protocol. */
  connected(): void {
    this.untold = null;
  }

  report(problem: WireProblem, session?: AgentSessionId): void {
    this.note(problem);
    this.noteLoss(problem, session);
  }

  /**
   * Tells the users of the affected sessions, each only once: one loss is often followed by many.
   */
  noteLoss(problem: WireProblem, session?: AgentSessionId): void {
    const loss = this.untold === undefined ? null : lossSentence(problem);
    if (loss === null) return;
    if (session !== undefined) {
      const client = this.sessions.get(session);
      if (client) this.tell(client, loss);
      return;
    }
    const all = new Set([...this.sessions.values(), ...this.attendants]);
    if (all.size === 0) this.untold ??= loss;
    for (const client of all) this.tell(client, loss);
  }

  private tell(client: SessionClient, loss: string): void {
    if (this.told.has(client)) return;
    this.told.add(client);
    client.notUnderstood(loss);
  }

  /** Tells the users of all sessions of this agent about a problem. */
  warn(message: string): void {
    for (const client of this.sessions.values()) client.warn(message);
  }

  /** One slow log slows the whole connection, because its sessions share one pipe. */
  congestion(): Promise<void> | null {
    for (const client of this.sessions.values()) {
      const congested = client.congestion();
      if (congested) return congested;
    }
    return null;
  }

  async inTurn<T>(read: (room: ByteBudget) => T | Promise<T>): Promise<T> {
    if (this.reading >= READS_AT_ONCE) {
      await new Promise<void>((resolve) => this.waitingReads.push(resolve));
    } else this.reading++;
    try {
      // Only wait if there is something to wait for: the agent's next request may undo the wait.
      const full = this.room();
      if (full !== null) await full;
      const answer = await read(this.answers);
      // Other answers may have filled the room in the meantime, and sending one takes several times
      // its size in memory.
      await this.room();
      return answer;
    } finally {
      // The response has been sent by then.
      setImmediate(() => this.endRead());
    }
  }

  /**
   * Settles when the agent has read most of our output, including an answer sent in this turn of
   * the event loop.
   */
  private async taken(): Promise<void> {
    // An answer that waited for room fills it again one turn later.
    for (let full: Promise<void> | null | undefined; full !== null; ) {
      await nextTurn();
      full = this.room();
      await full;
    }
  }

  private endRead(): void {
    const next = this.waitingReads.shift();
    if (next) next();
    else this.reading--;
  }
}
