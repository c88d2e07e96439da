import { ownText } from '#main/base/ownText';
import type { AgentSessionId, IdSource, MessageId } from '#shared/ids';
import type { EventOf, SessionEvent } from '#shared/session/events';
import { identifier, type JsonRecord, makeRoom } from '../../json';
import { SESSION_MESSAGE_CHARACTERS, SESSION_MESSAGES } from '../limits';
import { contentFromWire, plainText } from './content';

interface SessionMessage {
  sender: string | null;
  recipient: string | null;
  id: MessageId;
  /** The text of this message so far. */
  text: string;
}

/**
 * Messages between a session and its subagents. The protocol can replace and append, while our
 * events only append. So a text that was changed, not just continued, becomes a new message.
 */
export class SessionMessages {
  private readonly messages = new Map<string, SessionMessage>();
  private characters = 0;

  constructor(
    private readonly ids: IdSource,
    private readonly session: AgentSessionId,
  ) {}

  upsert(update: JsonRecord): readonly SessionEvent[] | null {
    const id = identifier(update.messageId);
    if (id === null) return null;
    const message = this.messageOf(id);
    message.sender = patched(update.senderSessionId, message.sender);
    message.recipient = patched(update.recipientSessionId, message.recipient);
    if (!Array.isArray(update.content)) return [];
    const text = plainText(update.content);
    if (!text.startsWith(message.text)) {
      message.id = this.ids.mint('message');
      message.text = '';
    }
    return this.append(message, ownText(text.slice(message.text.length)));
  }

  chunk(update: JsonRecord): readonly SessionEvent[] | null {
    const id = identifier(update.messageId);
    const content = contentFromWire(update.content);
    if (id === null || content?.type !== 'text') return null;
    return this.append(this.messageOf(id), content.text);
  }

  private append(message: SessionMessage, text: string): readonly SessionEvent[] {
    if (text === '') return [];
    this.remember(message, text);
    const isOurs = message.recipient !== null && message.recipient !== this.session;
    const other = isOurs ? message.recipient : message.sender;
    const event: EventOf<'message.appended'> = {
      type: 'message.appended',
      messageId: message.id,
      role: isOurs ? 'user' : 'agent',
      content: { type: 'text', text },
    };
    return other === null || other === this.session
      ? [event]
      : [{ ...event, subagent: other as string as AgentSessionId }];
  }

  /**
   * Limits the text that is kept for all messages together. A forgotten message continues as
   * another one.
   */
  private remember(message: SessionMessage, text: string): void {
    message.text += text;
    this.characters += text.length;
    if (this.characters <= SESSION_MESSAGE_CHARACTERS) return;
    this.messages.clear();
    this.characters = 0;
  }

  private messageOf(id: string): SessionMessage {
    const known = this.messages.get(id);
    if (known) return known;
    makeRoom(this.messages, SESSION_MESSAGES);
    const message = { sender: null, recipient: null, id: this.ids.mint('message'), text: '' };
    this.messages.set(id, message);
    return message;
  }
}

/** A missing value keeps the current one, null clears it, and any other value replaces it. */
function patched(value: unknown, current: string | null): string | null {
  return value === undefined ? current : identifier(value);
}
