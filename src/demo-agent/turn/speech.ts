import { randomUUID } from 'node:crypto';
import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { pause, throwIfCancelled } from '../cancelled';
import type { Pace } from '../session/settings';
import { countWords, type DemoUsage } from '../session/usage';
import type { SessionWire } from '../session/wire';

type Voice = 'agent_message_chunk' | 'agent_thought_chunk';

const wordsPerChunk = 3;
const chunkPause = 14;
/** The longest time in milliseconds that streaming a text may take. */
const longestSpeech = 2_500;

/** Streams text at reading speed. */
export class Speech {
  readonly #wire: SessionWire;
  readonly #pace: () => Pace;
  readonly #usage: DemoUsage;
  readonly #signal: AbortSignal;
  #current: { voice: Voice; messageId: string } | undefined;

  constructor(wire: SessionWire, pace: () => Pace, usage: DemoUsage, signal: AbortSignal) {
    this.#wire = wire;
    this.#pace = pace;
    this.#usage = usage;
    this.#signal = signal;
  }

  async say(markdown: string): Promise<void> {
    this.#usage.output += countWords(markdown);
    await this.#stream('agent_message_chunk', markdown);
  }

  async think(markdown: string): Promise<void> {
    this.#usage.thought += countWords(markdown);
    await this.#stream('agent_thought_chunk', markdown);
  }

  /** Adds an image or the like to the current message. */
  async show(content: ContentBlock): Promise<void> {
    throwIfCancelled(this.#signal);
    const { messageId } = this.#join('agent_message_chunk');
    await this.#wire.send({ sessionUpdate: 'agent_message_chunk', messageId, content });
  }

  /** The next text starts a new message, since something else happened in between. */
  endMessage(): void {
    this.#current = undefined;
  }

  async #stream(voice: Voice, markdown: string): Promise<void> {
    throwIfCancelled(this.#signal);
    const { messageId, continued } = this.#join(voice);
    const text = continued ? `\n\n${markdown}` : markdown;
    const chunks = this.#pace() === 'instant' ? [text] : splitChunks(text);
    const wait = Math.min(chunkPause, longestSpeech / chunks.length);
    for (const [index, chunk] of chunks.entries()) {
      if (index > 0) await pause(wait, this.#signal);
      throwIfCancelled(this.#signal);
      await this.#wire.send({
        sessionUpdate: voice,
        messageId,
        content: { type: 'text', text: chunk },
      });
    }
  }

  #join(voice: Voice): { messageId: string; continued: boolean } {
    if (this.#current?.voice === voice)
      return { messageId: this.#current.messageId, continued: true };
    this.#current = { voice, messageId: randomUUID() };
    return { messageId: this.#current.messageId, continued: false };
  }
}

/** Chunks of a few words, with the spaces kept. Long texts get larger chunks, not more. */
export function splitChunks(text: string): string[] {
  const words = text.match(/\s*\S+/g) ?? [];
  const perChunk = Math.max(wordsPerChunk, Math.ceil(words.length / (longestSpeech / chunkPause)));
  const chunks: string[] = [];
  for (let at = 0; at < words.length; at += perChunk)
    chunks.push(words.slice(at, at + perChunk).join(''));
  const trailing = /\s+$/.exec(text)?.[0] ?? '';
  if (chunks.length === 0) return [text];
  chunks[chunks.length - 1] += trailing;
  return chunks;
}
