import type { IdSource, MessageId } from '#shared/ids';
import type { MessageRole } from '#shared/session/events';
import { identifier } from './json';

/**
 * Determines which message a chunk belongs to. An agent's own message names are trusted only within
 * one turn, and per role: some agents use one name for a thought and the answer after it, some
 * restart their numbering, and none may name a message of ours. Without a name, a message lasts
 * until someone else speaks.
 */
export class MessageIds {
  private turn: MessageId | null = null;
  private role: MessageRole | null = null;
  private given: string | null = null;
  private current: MessageId | null = null;

  constructor(private readonly ids: IdSource) {}

  /** Whether further text would continue a message. */
  get isOpen(): boolean {
    return this.current !== null;
  }

  of(role: MessageRole, messageId: unknown): MessageId {
    const given = messageId === this.given ? this.given : identifier(messageId);
    if (this.current !== null && role === this.role && given === this.given) return this.current;
    this.role = role;
    this.given = given;
    this.current = given === null ? this.ids.mint('message') : this.named(role, given);
    return this.current;
  }

  /** Ends the current message: another entry comes before the next text. */
  end(): void {
    this.current = null;
  }

  nextTurn(): void {
    this.turn = null;
    this.current = null;
  }

  private named(role: MessageRole, given: string): MessageId {
    this.turn ??= this.ids.mint('message');
    return `${this.turn}:${role}:${given}` as string as MessageId;
  }
}
