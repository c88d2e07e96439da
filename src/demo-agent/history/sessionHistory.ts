import type { ContentBlock, SessionUpdate } from '@agentclientprotocol/sdk/unstable';
import { logError } from '../log';
import { boundBlock, boundUpdate } from './bounds';
import type { HistoryRecord, TurnSummary } from './record';
import type { HistoryStore } from './store';

type Chunk = Extract<
  SessionUpdate,
  { sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' }
>;

/**
 * Records what a session says and does. Streamed text is joined first, so that a message is one
 * line.
 */
export class SessionHistory {
  readonly #store: HistoryStore;
  readonly #sessionId: string;
  #speaking: Chunk | undefined;
  #plan: SessionUpdate | undefined;
  #waiting: HistoryRecord[] = [];
  #writing: Promise<void> = Promise.resolve();
  #failed = false;
  #closed = false;

  constructor(store: HistoryStore, sessionId: string) {
    this.#store = store;
    this.#sessionId = sessionId;
  }

  prompt(messageId: string, content: readonly ContentBlock[]): void {
    this.#push({ kind: 'prompt', at: now(), messageId, content: content.map(boundBlock) });
  }

  /** `update` is what a later load replays: for a tool call, its whole state. */
  record(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        this.#recordChunk(update);
        break;
      case 'tool_call':
      case 'tool_call_update':
        this.#endSpeech();
        this.#push({ kind: 'update', at: now(), update: boundUpdate(update) });
        break;
      case 'plan':
        this.#plan = update;
        break;
      default:
        break;
    }
  }

  turn(summary: TurnSummary): void {
    this.#endSpeech();
    if (this.#plan) this.#push({ kind: 'update', at: now(), update: this.#plan });
    this.#plan = undefined;
    this.#push({ kind: 'turn', at: now(), summary });
  }

  /** Resolves when everything recorded is on disk, or when writing has been given up. */
  async flush(): Promise<void> {
    this.#endSpeech();
    await this.#writing;
  }

  async trim(): Promise<void> {
    await this.flush();
    await this.#store.trim(this.#sessionId).catch((error: unknown) => this.#giveUp(error));
  }

  /** Stops writing, so that a deleted session does not come back. */
  async close(): Promise<void> {
    await this.flush();
    this.#closed = true;
  }

  #recordChunk(update: Chunk): void {
    const last = this.#speaking;
    const joins =
      last?.sessionUpdate === update.sessionUpdate &&
      last.messageId === update.messageId &&
      last.content.type === 'text' &&
      update.content.type === 'text';
    if (joins && last.content.type === 'text' && update.content.type === 'text') {
      this.#speaking = {
        ...last,
        content: { type: 'text', text: last.content.text + update.content.text },
      };
      return;
    }
    this.#endSpeech();
    this.#speaking = update;
  }

  #endSpeech(): void {
    if (!this.#speaking) return;
    const update = this.#speaking;
    this.#speaking = undefined;
    this.#push({ kind: 'update', at: now(), update: boundUpdate(update) });
  }

  #push(record: HistoryRecord): void {
    if (this.#closed || this.#failed) return;
    this.#waiting.push(record);
    if (this.#waiting.length > 1) return;
    this.#writing = this.#writing
      .then(async () => {
        const records = this.#waiting;
        this.#waiting = [];
        await this.#store.append(this.#sessionId, records);
      })
      .catch((error: unknown) => this.#giveUp(error));
  }

  /** Stops recording: a full disk must not stop the session. */
  #giveUp(error: unknown): void {
    if (!this.#failed) logError(`The history of ${this.#sessionId} is not kept`, error);
    this.#failed = true;
  }
}

function now(): string {
  return new Date().toISOString();
}
