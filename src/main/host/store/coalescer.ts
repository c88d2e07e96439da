import { type Disposable, DisposableOwner, MutableDisposable } from '#main/base/disposable';
import { secretValues } from '#main/base/secretValues';
import type { EventOf, SessionEvent } from '#shared/session/events';
import { COALESCE_CHARACTERS, COALESCE_MILLISECONDS } from './limits';
import { systemTimers, type Timers } from './timers';

/** A piece of a message's text. */
export type TextChunk = EventOf<'message.appended'> & {
  readonly content: { readonly type: 'text'; readonly text: string };
};

/** Joins adjacent pieces of one message's text. Pure: nothing overtakes anything, nothing is lost. */
export class TextJoiner {
  private first: TextChunk | null = null;
  private pieces: string[] = [];
  private characters = 0;

  get isEmpty(): boolean {
    return this.first === null;
  }

  /** What may go on its way now, oldest first. */
  push(event: SessionEvent): SessionEvent[] {
    if (!isTextChunk(event)) return [...this.flush(), event];
    const out = this.first !== null && !isSameMessage(this.first, event) ? this.flush() : [];
    this.first ??= event;
    this.pieces.push(event.content.text);
    this.characters += event.content.text.length;
    if (this.characters >= COALESCE_CHARACTERS) out.push(...this.flushBegun());
    return out;
  }

  /** Of a message that goes on: the beginning of a secret waits for the rest of it. */
  flushBegun(): SessionEvent[] {
    const { first } = this;
    if (first === null || secretValues.isEmpty) return this.flush();
    const text = this.pieces.join('');
    const unfinished = secretValues.unfinishedLength(text);
    if (unfinished === 0) return this.flush();
    const kept = text.slice(-unfinished);
    this.pieces = [text.slice(0, -unfinished)];
    const out = this.pieces[0] === '' ? [] : this.flush();
    this.first = first;
    this.pieces = [kept];
    this.characters = kept.length;
    return out;
  }

  flush(): SessionEvent[] {
    const { first, pieces } = this;
    if (first === null) return [];
    this.first = null;
    this.pieces = [];
    this.characters = 0;
    const text = pieces.join('');
    if (text === first.content.text) return [first];
    return [{ ...first, content: { type: 'text', text } }];
  }
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
      this.timer.value = this.timers.after(COALESCE_MILLISECONDS, () => this.flushBegun());
    }
    if (out.length > 0) this.emit(out);
  }

  private flushBegun(): void {
    this.timer.clear();
    const out = this.joiner.flushBegun();
    if (out.length > 0) this.emit(out);
  }

  /** Whoever syncs the log, or adds to it past this, calls it first. */
  flush(): void {
    this.timer.clear();
    const out = this.joiner.flush();
    if (out.length > 0) this.emit(out);
  }

  protected override release(): void {
    this.flush();
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
