import type { ContentBlock } from '#shared/session/content';
import type { EventOf, SessionEvent } from '#shared/session/events';
import type { SessionState } from '#shared/session/state';

/** Words of one prompt that are compared; the rest of a long one cannot tell two apart. */
const COMPARED_LENGTH = 4_096;

/** What a replay says about the session as a whole is always news. */
const alwaysNews = new Set<SessionEvent['type']>([
  'commands.updated',
  'modes.updated',
  'mode.changed',
  'options.updated',
  'usage.updated',
  'session.titled',
]);

/**
 * Listens while an agent says a conversation again. Our log is the copy that counts, so that
 * what it has already is dropped; turns taken elsewhere since are passed on. Agents cut, trim and
 * add to their history: only what the user said must agree, in order. Holds one prompt at a time.
 */
export class Replay {
  private readonly expected: readonly string[];
  private matched = 0;
  private message: { readonly id: string; text: string } | null = null;
  private isBeyondLog: boolean;

  constructor(
    state: SessionState,
    private readonly pass: (events: readonly SessionEvent[]) => void,
  ) {
    this.expected = promptsIn(state);
    this.isBeyondLog = this.expected.length === 0;
  }

  ingest(events: readonly SessionEvent[]): void {
    for (const event of events) this.hear(event);
  }

  /** The agent has finished: what it turned out to hold. */
  finish(): EventOf<'continuity.checked'> {
    this.endMessage();
    const expectedMessages = this.expected.length;
    const foundMessages = this.matched;
    const holds = foundMessages === expectedMessages;
    return {
      type: 'continuity.checked',
      verdict: holds ? 'holds' : 'differs',
      expectedMessages,
      foundMessages,
      message: holds
        ? `The agent holds this conversation (${count(foundMessages)}).`
        : `The agent does not hold this conversation: it knows ${foundMessages} of ${count(expectedMessages)}.`,
    };
  }

  private hear(event: SessionEvent): void {
    const isPrompt = event.type === 'message.appended' && event.role === 'user';
    if (isPrompt && event.messageId !== this.message?.id) {
      this.endMessage();
      this.message = { id: event.messageId, text: '' };
      if (this.matched === this.expected.length) this.isBeyondLog = true;
    }
    if (this.isBeyondLog || alwaysNews.has(event.type)) this.pass([event]);
    else if (isPrompt && this.message && this.message.text.length < COMPARED_LENGTH) {
      this.message.text += textOf([event.content]);
    }
  }

  private endMessage(): void {
    const expected = this.expected[this.matched];
    if (this.message === null || this.isBeyondLog || expected === undefined) return;
    if (comparable(this.message.text).includes(expected)) this.matched++;
  }
}

function promptsIn(state: SessionState): string[] {
  return state.order.flatMap((id) => {
    const entry = state.entries.get(id);
    const isPrompt = entry?.kind === 'message' && entry.role === 'user' && entry.subagent === null;
    return isPrompt ? [comparable(textOf(entry.blocks))] : [];
  });
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function comparable(text: string): string {
  return text.slice(0, COMPARED_LENGTH).replace(/\s+/g, ' ').trim();
}

function count(prompts: number): string {
  return prompts === 1 ? '1 prompt' : `${prompts} prompts`;
}
