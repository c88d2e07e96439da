import { ownText } from '#main/base/ownText';
import { PART_CHARACTERS, PIECE_CHARACTERS } from '#main/host/limits';
import { isTextChunk, type TextChunk } from '#main/host/store/log/coalescer';
import type { MessageId } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { pieceEnd } from '#shared/text/textPieces';

/**
 * Keeps an agent's text in entries that can be held, shown and read back: after a number of
 * characters in one turn, the text continues in further entries. Earlier entries do not grow any
 * more and can be left in the log.
 */
export class TextParts {
  private part = 0;
  private characters = 0;

  /** `onFull` is called behind the last piece of each part. */
  constructor(private readonly onFull: () => void) {}

  /** Text of a new turn has the full room again. */
  beginTurn(): void {
    this.characters = 0;
  }

  take(event: SessionEvent, push: (event: SessionEvent) => void): void {
    if (!isTextChunk(event)) {
      push(event);
      return;
    }
    const { text } = event.content;
    for (let start = 0; start < text.length; ) {
      const end = pieceEnd(text, start, PIECE_CHARACTERS);
      push(this.part === 0 && end - start === text.length ? event : this.piece(event, start, end));
      this.characters += end - start;
      start = end;
      if (this.characters < PART_CHARACTERS) continue;
      this.characters = 0;
      this.part++;
      this.onFull();
    }
  }

  private piece(event: TextChunk, start: number, end: number): SessionEvent {
    const { text } = event.content;
    const isWhole = end - start === text.length;
    const piece = isWhole ? text : ownText(text.slice(start, end));
    const content = { type: 'text' as const, text: piece };
    return { ...event, messageId: this.nameOf(event.messageId), content };
  }

  private nameOf(id: MessageId): MessageId {
    return this.part === 0 ? id : (`${id}~${this.part}` as string as MessageId);
  }
}
