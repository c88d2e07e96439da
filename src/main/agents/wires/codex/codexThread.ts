import type { ConnectionClient, TurnResult } from '#main/agents/connection';
import { ConnectionError } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { identifier, isRecord, type JsonRecord } from '../json';
import type { WireSession } from '../rpc/sessionTable';
import { SessionFeed } from '../sessionFeed';
import type { CodexChoices } from './translate/threadSettings';
import { ThreadTranslator } from './translate/threadTranslator';
import { turnFromWire } from './translate/turnResult';

/** A notification with the name that it came under. */
export interface ThreadNotification {
  readonly method: string;
  readonly params: JsonRecord;
}

interface OpenTurn {
  /** Null until Codex has answered with it. */
  id: string | null;
  /** The end, if it came before the answer that names the turn. */
  early: JsonRecord | null;
  /** Those who wait for the name; null: the turn is over. */
  readonly named: ((turnId: string | null) => void)[];
  settle(turn: JsonRecord): void;
  fail(error: ConnectionError): void;
}

/** One thread, which is one of our sessions. */
export class CodexThread extends SessionFeed implements WireSession {
  readonly translator: ThreadTranslator;
  readonly children = new Set<AgentSessionId>();
  private turn: OpenTurn | null = null;

  constructor(
    id: AgentSessionId,
    client: ConnectionClient,
    readonly ids: IdSource,
    readonly choices: CodexChoices,
  ) {
    super(id, client);
    this.translator = new ThreadTranslator(ids, choices);
  }

  /** Takes in the answer that opened the thread. */
  open(answer: JsonRecord): readonly SessionEvent[] {
    const { settings, items } = this.translator;
    items.folder = typeof answer.cwd === 'string' ? answer.cwd : items.folder;
    settings.hear(answer);
    return settings.events();
  }

  /** The turn that runs, once Codex has named it; null if there is none, or it ended before. */
  runningTurn(): Promise<string | null> {
    const { turn } = this;
    if (!turn || turn.id !== null) return Promise.resolve(turn?.id ?? null);
    return new Promise((resolve) => turn.named.push(resolve));
  }

  hear(update: unknown): void {
    const { method, params } = update as ThreadNotification;
    this.deliver(this.translator.translate(method, params));
    if (method !== 'turn/completed') return;
    const turn = isRecord(params.turn) ? params.turn : {};
    this.turnEnded(turn);
  }

  /** Begins before Codex has been asked, since it may answer and go on at once. */
  beginTurn(): Promise<TurnResult> {
    if (this.turn) {
      const words = 'Codex is still at work on the last message.';
      throw new ConnectionError('invalid-request', words);
    }
    this.translator.beginTurn();
    this.flush();
    return new Promise((resolve, reject) => {
      const done = () => {
        for (const tell of this.turn?.named.splice(0) ?? []) tell(null);
        this.turn = null;
      };
      this.turn = {
        id: null,
        early: null,
        named: [],
        settle: (turn) => {
          done();
          const result = turnFromWire(turn, this.translator.usage.turn);
          if (result instanceof ConnectionError) reject(result);
          else resolve(result);
        },
        fail: (error) => {
          done();
          reject(error);
        },
      };
    });
  }

  turnStarted(turn: JsonRecord): void {
    const { turn: open } = this;
    if (!open) return;
    open.id = identifier(turn.id);
    if (open.early && open.early.id === open.id) open.settle(open.early);
    else for (const tell of open.named.splice(0)) tell(open.id);
  }

  failTurn(error: ConnectionError): void {
    this.turn?.fail(error);
  }

  private turnEnded(turn: JsonRecord): void {
    const id = identifier(turn.id);
    this.deliver(this.translator.endTurn(id ?? 'turn'));
    const { turn: open } = this;
    if (!open) return;
    if (open.id === null) open.early = turn;
    else if (open.id === id) open.settle(turn);
  }
}

/** A thread that works for another one: what happens in it is told there. */
export class ChildThread implements WireSession {
  readonly translator: ThreadTranslator;

  constructor(
    readonly id: AgentSessionId,
    readonly parent: CodexThread,
  ) {
    this.translator = new ThreadTranslator(parent.ids, parent.choices, id);
    this.translator.items.folder = parent.translator.items.folder;
  }

  hear(update: unknown): void {
    const { method, params } = update as ThreadNotification;
    if (method === 'turn/started') this.translator.beginTurn();
    this.parent.deliver(this.translator.translate(method, params));
  }
}
