import { type Disposable, DisposableOwner, MutableDisposable } from '#main/base/disposable';
import { secretValues } from '#main/base/secretValues';
import type { EventOf, SessionEvent } from '#shared/session/events';
import { BEGUN_MESSAGES, COALESCE_CHARACTERS, COALESCE_MILLISECONDS } from './limits';
import { systemTimers, type Timers } from './timers';

/** A piece of a message's text. */
export type TextChunk = EventOf<'message.appended'> & {
  readonly content: { readonly type: 'text'; readonly text: string };
};

/**
 * Joins adjacent pieces of one message's text. Nothing is lost, and nothing overtakes anything but a
 * secret that has begun (I20): it waits for its rest, whatever else comes in between.
 */
export class TextJoiner {
  private first: TextChunk | null = null;
  private pieces: string[] = [];
  private characters = 0;
  /** The ends of messages that a secret may have begun in, by message. */
  private readonly begun = new Map<string, TextChunk>();

  /** No text waits for more of it but what may be a secret. */
  get isEmpty(): boolean {
    return this.first === null;
  }

  /** What may go on its way now, oldest first. */
  push(event: SessionEvent): SessionEvent[] {
    if (!isTextChunk(event)) return [...this.flush(), event];
    const out = this.first !== null && !isSameMessage(this.first, event) ? this.flush() : [];
    if (this.first === null) this.begin(event);
    this.pieces.push(event.content.text);
    this.characters += event.content.text.length;
    if (this.characters >= COALESCE_CHARACTERS) out.push(...this.flush());
    return out;
  }

  /** Of messages that may go on. */
  flush(): SessionEvent[] {
    const { first } = this;
    if (first === null) return [];
    const text = this.pieces.join('');
    this.first = null;
    this.pieces = [];
    const start = text.length - secretValues.unfinishedLength(text);
    if (start === text.length) return [withText(first, text)];
    this.begun.set(messageKey(first), withText(first, text.slice(start)));
    const out = start === 0 ? [] : [withText(first, text.slice(0, start))];
    return this.begun.size > BEGUN_MESSAGES ? [...this.endOldest(), ...out] : out;
  }

  /** All of it, and no more is to come: a secret that has only begun is taken out of it. */
  end(): SessionEvent[] {
    const out = this.flush();
    while (this.begun.size > 0) out.push(...this.endOldest());
    return out;
  }

  private begin(chunk: TextChunk): void {
    const key = messageKey(chunk);
    const begun = this.begun.get(key)?.content.text ?? '';
    this.begun.delete(key);
    this.first = chunk;
    this.pieces = [begun];
    this.characters = begun.length;
  }

  private endOldest(): SessionEvent[] {
    for (const [key, chunk] of this.begun) {
      this.begun.delete(key);
      return [withText(chunk, secretValues.redactEnded(chunk.content.text))];
    }
    return [];
  }
}

function withText(chunk: TextChunk, text: string): TextChunk {
  return text === chunk.content.text ? chunk : { ...chunk, content: { type: 'text', text } };
}

function messageKey({ messageId, role, subagent }: TextChunk): string {
  return JSON.stringify([messageId, role, subagent]);
}

/**
 * Holds text for a moment so that more of it can join, before it gets a number: a log and a window
 * then see a tenth of the events. Disposing sends on what is held.
 */
export class Coalescer extends DisposableOwner {
  private readonly joiner = new TextJoiner();
  private readonly timer = this.register(new MutableDisposable<Disposable>());

  constructor(
    private readonly emit: (events: readonly SessionEvent[]) => void,
    private readonly timers: Timers = systemTimers,
  ) {
    super();
  }

  push(event: SessionEvent): void {
    const out = this.joiner.push(event);
    // Text that was begun anew waits its full time; the oldest held never waits longer.
    if (out.length > 0) this.timer.clear();
    if (!this.joiner.isEmpty && !this.timer.value) {
      this.timer.value = this.timers.after(COALESCE_MILLISECONDS, () => this.flush());
    }
    if (out.length > 0) this.emit(out);
  }

  /** Whoever syncs the log, or adds to it past this, calls it first. */
  flush(): void {
    this.tell(this.joiner.flush());
  }

  /** Called when what was begun does not go on. */
  end(): void {
    this.tell(this.joiner.end());
  }

  private tell(out: readonly SessionEvent[]): void {
    this.timer.clear();
    if (out.length > 0) this.emit(out);
  }

  protected override release(): void {
    this.end();
    super.release();
  }
}

export function isTextChunk<E extends SessionEvent>(event: E): event is E & TextChunk {
  return event.type === 'message.appended' && event.content.type === 'text';
}

export function isSameMessage(first: TextChunk, next: TextChunk): boolean {
  return (
    first.messageId === next.messageId &&
    first.role === next.role &&
    first.subagent === next.subagent
  );
}
