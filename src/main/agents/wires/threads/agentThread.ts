import type { ConnectionClient, TurnResult } from '#main/agents/connection';
import { SessionFeed } from '#main/agents/wires/sessionFeed';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { Role } from './messages';
import { ThreadHistory } from './threadHistory';
import { plainText, type ThreadEntry } from './translate/entries';
import { ThreadTranslator } from './translate/threadTranslator';

export interface ThreadSurroundings {
  readonly client: ConnectionClient;
  readonly ids: IdSource;
  readonly now: () => number;
  /** The folder that the agent works in. */
  readonly folder: string;
}

/** One thread, which is one of our sessions, with its history. */
export class AgentThread extends SessionFeed {
  readonly history: ThreadHistory;
  readonly translator: ThreadTranslator;
  /** Whether the agent knows the thread because it created it, opened it or was given it. */
  isKnown = false;
  private turn: { wasCancelled: boolean; answered: () => void } | null = null;

  constructor(id: AgentSessionId, { client, ids, now, folder }: ThreadSurroundings) {
    super(id, client);
    this.history = new ThreadHistory(now);
    this.translator = new ThreadTranslator(ids, folder);
  }

  hearChunk(block: ContentBlock): void {
    if (block.type === 'text') this.history.said('assistant', block.text);
    this.deliver(this.translator.chunk(block));
  }

  hearMessage(role: Role, blocks: readonly ContentBlock[]): void {
    const events = this.translator.message(role, blocks);
    for (const event of events) {
      if (event.type === 'message.appended' && event.content.type === 'text') {
        this.history.said(role, event.content.text);
      }
    }
    this.history.endMessage();
    this.deliver(events);
    if (role === 'assistant') this.turn?.answered();
  }

  hearHistory(entries: readonly ThreadEntry[]): void {
    for (const entry of entries) {
      if (entry.type === 'message') {
        this.history.said(entry.role, plainText(entry.blocks));
        this.history.endMessage();
      } else if (entry.type === 'readFile') this.history.read(entry.path, entry.content);
    }
    this.deliver(this.translator.history(entries));
  }

  /** False if there is nothing to stop. */
  cancel(): boolean {
    if (this.turn === null) return false;
    this.turn.wasCancelled = true;
    return true;
  }

  /**
   * Runs a turn, which lasts until the promise from `run` settles. `answered` settles when the
   * agent sends a whole message, which ends the turn of an agent that has no other way to end it.
   */
  async inTurn(
    prompt: string,
    run: (answered: Promise<void>) => Promise<unknown>,
  ): Promise<TurnResult> {
    this.translator.beginTurn(prompt);
    this.history.endMessage();
    this.history.said('user', prompt);
    this.history.endMessage();
    this.flush();
    const { promise, resolve } = Promise.withResolvers<void>();
    const turn = { wasCancelled: false, answered: resolve };
    this.turn = turn;
    try {
      await run(promise);
      return { reason: turn.wasCancelled ? 'cancelled' : 'end_turn' };
    } finally {
      this.turn = null;
    }
  }
}
