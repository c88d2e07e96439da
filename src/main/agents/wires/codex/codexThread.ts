import type { ConnectionClient, TurnResult } from '#main/agents/connection';
import { ConnectionError } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { identifier, isRecord, type JsonRecord } from '../json';
import type { WireSession } from '../rpc/sessionTable';
import { SessionFeed } from '../sessionFeed';
import { LATE_NAME_MILLISECONDS } from './limits';
import { CodexTranslator } from './translate/codexTranslator';
import type { CodexChoices } from './translate/threadSettings';
import { turnFromWire } from './translate/turnResult';

/** A notification with its method. */
export interface ThreadNotification {
  readonly method: string;
  readonly params: JsonRecord;
}

interface OpenTurn {
  /** The turn's id; null until Codex has answered with it. */
  id: string | null;
  /** The turn that was last reported to have started, for answers that name no turn. */
  started: string | null;
  isAnswered: boolean;
  /** The turn's end, if it arrived before the answer with the id. */
  early: JsonRecord | null;
  /** Called with the id once it is known, or with null if the turn is over. */
  readonly named: ((turnId: string | null) => void)[];
  settle(turn: JsonRecord): void;
  fail(error: ConnectionError): void;
}

/** One thread, which is one of our sessions. */
export class CodexThread extends SessionFeed implements WireSession {
  readonly translator: CodexTranslator;
  readonly children = new Set<AgentSessionId>();
  private turn: OpenTurn | null = null;
  private lateAnswer: NodeJS.Timeout | undefined;

  constructor(
    id: AgentSessionId,
    client: ConnectionClient,
    readonly ids: IdSource,
    readonly choices: CodexChoices,
  ) {
    super(id, client);
    this.translator = new CodexTranslator(ids, choices);
  }

  /** Reads the answer that opened the thread. */
  open(answer: JsonRecord): readonly SessionEvent[] {
    const { settings, items } = this.translator;
    items.folder = typeof answer.cwd === 'string' ? answer.cwd : items.folder;
    settings.hear(answer);
    return settings.events();
  }

  /**
   * The id of the running turn, once Codex has reported it; null if no turn runs, or if it ends
   * before that.
   */
  runningTurn(): Promise<string | null> {
    const { turn } = this;
    if (!turn || turn.id !== null) return Promise.resolve(turn?.id ?? null);
    return new Promise((resolve) => turn.named.push(resolve));
  }

  hear(update: unknown): void {
    const { method, params } = update as ThreadNotification;
    this.deliver(this.translator.translate(method, params));
    const turn = isRecord(params.turn) ? params.turn : {};
    if (method === 'turn/started') this.turnReported(turn);
    else if (method === 'turn/completed') this.turnEnded(turn);
  }

  /** Shows a warning by Codex about itself once. */
  warn(words: string): void {
    this.deliver(this.translator.warn(words));
  }

  /** Called before the request is sent, since Codex may answer and continue at once. */
  beginTurn(): Promise<TurnResult> {
    if (this.turn) {
      const words = 'Codex is still working on the last message.';
      throw new ConnectionError('invalid-request', words);
    }
    this.translator.beginTurn();
    this.flush();
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(this.lateAnswer);
        for (const tell of this.turn?.named.splice(0) ?? []) tell(null);
        this.turn = null;
      };
      this.turn = {
        id: null,
        started: null,
        isAnswered: false,
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
    open.isAnswered = true;
    open.id = identifier(turn.id) ?? open.started;
    const early = open.early && identifier(open.early.id);
    if (open.early && (open.id === null || early === null || early === open.id)) {
      open.settle(open.early);
    } else this.tellName(open);
  }

  failTurn(error: ConnectionError): void {
    this.turn?.fail(error);
  }

  private turnReported(turn: JsonRecord): void {
    const { turn: open } = this;
    if (!open) return;
    open.started = identifier(turn.id);
    if (!open.isAnswered || open.id !== null) return;
    open.id = open.started;
    this.tellName(open);
  }

  private tellName({ id, named }: OpenTurn): void {
    if (id !== null) for (const tell of named.splice(0)) tell(id);
  }

  private turnEnded(turn: JsonRecord): void {
    const id = identifier(turn.id);
    this.deliver(this.translator.endTurn(id ?? 'turn'));
    const { turn: open } = this;
    if (!open) return;
    if (open.isAnswered) {
      // An end without a turn's id is the end of the running turn.
      if (open.id === null || id === null || open.id === id) open.settle(turn);
      return;
    }
    open.early = turn;
    // A missing answer must not keep the turn open.
    clearTimeout(this.lateAnswer);
    this.lateAnswer = setTimeout(() => open.settle(turn), LATE_NAME_MILLISECONDS);
  }
}

/** A thread that works for another one, which shows its events. */
export class ChildThread implements WireSession {
  readonly translator: CodexTranslator;

  constructor(
    readonly id: AgentSessionId,
    readonly parent: CodexThread,
  ) {
    this.translator = new CodexTranslator(parent.ids, parent.choices, id);
    this.translator.items.folder = parent.translator.items.folder;
  }

  hear(update: unknown): void {
    const { method, params } = update as ThreadNotification;
    if (method === 'turn/started') this.translator.beginTurn();
    this.parent.deliver(this.translator.translate(method, params));
  }
}
