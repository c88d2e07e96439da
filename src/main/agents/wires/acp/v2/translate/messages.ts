import type { IdSource, MessageId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { MessageRole } from '#shared/session/events';
import { identifier, makeRoom } from '../../../json';
import { ToldText } from '../../../toldText';
import { contentFromWire } from '../../translate/content';
import { KNOWN_MESSAGES } from '../limits';

interface Message {
  id: MessageId;
  /** The message so far as one text; blocks other than text are included as JSON. */
  said: ToldText;
}

export interface Said {
  readonly messageId: MessageId;
  readonly content: ContentBlock;
}

/**
 * Messages in the draft, which have ids: the agent appends pieces, or replaces a whole message. Our
 * events only append, so a message that was changed and not merely continued is sent again as a new
 * one.
 */
export class Messages {
  private readonly messages = new Map<string, Message>();

  constructor(private readonly ids: IdSource) {}

  /** Null for a value that is not a piece of a message. */
  chunk(role: MessageRole, messageId: unknown, content: unknown): readonly Said[] | null {
    const id = identifier(messageId);
    const block = contentFromWire(content);
    if (id === null || block === null) return null;
    return this.add(this.of(role, id), block);
  }

  /** Null for a value that is not a message. */
  upsert(role: MessageRole, messageId: unknown, content: unknown): readonly Said[] | null {
    const id = identifier(messageId);
    if (id === null) return null;
    // The content is missing or cleared: the text so far stays.
    if (!Array.isArray(content)) return [];
    const blocks = content.map(contentFromWire).filter((block) => block !== null);
    const message = this.of(role, id);
    const [first, ...others] = blocks;
    const isOneText = first?.type === 'text' && others.length === 0;
    const text = isOneText ? message.said.restOf(first.text) : null;
    if (text !== null) return this.add(message, { type: 'text', text });
    if (message.said.restOf(blocks.map(keyOf).join('')) === '') return [];
    if (message.said.length > 0) {
      message.id = this.ids.mint('message');
      message.said = new ToldText();
    }
    return blocks.flatMap((block) => this.add(message, block));
  }

  private add(message: Message, content: ContentBlock): readonly Said[] {
    if (content.type === 'text' && content.text === '') return [];
    message.said.add(keyOf(content));
    return [{ messageId: message.id, content }];
  }

  /** The message with this role and id: a thought and the answer after it may share one id. */
  private of(role: MessageRole, id: string): Message {
    const key = `${role}:${id}`;
    const known = this.messages.get(key);
    if (known) return known;
    makeRoom(this.messages, KNOWN_MESSAGES);
    const message = { id: this.ids.mint('message'), said: new ToldText() };
    this.messages.set(key, message);
    return message;
  }
}

function keyOf(block: ContentBlock): string {
  return block.type === 'text' ? block.text : JSON.stringify(block);
}
