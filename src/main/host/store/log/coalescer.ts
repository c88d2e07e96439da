import { type Disposable, DisposableOwner, MutableDisposable } from '#main/base/disposable';
import { secretValues } from '#main/base/secrets/secretValues';
import {
  BEGUN_MESSAGES,
  COALESCE_CHARACTERS,
  COALESCE_MILLISECONDS,
} from '#main/host/store/limits';
import { systemTimers, type Timers } from '#main/host/store/timers';
import type { EventOf, SessionEvent } from '#shared/session/events';

/** A piece of a message's text. */
export type TextChunk = EventOf<'message.appended'> & {
  readonly content: { readonly type: 'text'; readonly text: string };
};

/** A piece of a compaction's summary. */
type SummaryChunk = EventOf<'compaction.updated'> & { readonly summaryAppended: string };
type Piece = TextChunk | SummaryChunk;

/**
 * Joins adjacent pieces of one message's text, or of one summary. Nothing is lost. The order is
 * kept, except that an incomplete secret (I20) waits for its rest while other events pass.
 */
export class TextJoiner {
  private first: Piece | null = null;
  private pieces: string[] = [];
  private characters = 0;
  /** The ends of messages and summaries that may contain the beginning of a secret, by message. */
  private readonly begun = new Map<string, Piece>();

  /** Whether no text is held back, except for a possible secret. */
  get isEmpty(): boolean {
    return this.first === null;
  }

  /** The events that may be written now, oldest first. */
  push(event: SessionEvent): SessionEvent[] {
    if (!isPiece(event)) return [...this.flush(), this.withoutBegun(event)];
    const out = this.first !== null && !isSameText(this.first, event) ? this.flush() : [];
    if (this.first === null) this.begin(event);
    const text = textOf(event);
    this.pieces.push(text);
    this.characters += text.length;
    if (this.characters >= COALESCE_CHARACTERS) out.push(...this.flush());
    return out;
  }

  /** The held text of a message that may continue. */
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

  /** Returns all of the text when no more follows: an incomplete secret is removed from it. */
  end(): SessionEvent[] {
    const out = this.flush();
    while (this.begun.size > 0) out.push(...this.endOldest());
    return out;
  }

  /**
   * Handles a summary that replaces an earlier one, and that may also end with the beginning of a
   * secret.
   */
  private withoutBegun(event: SessionEvent): SessionEvent {
    if (event.type !== 'compaction.updated' || typeof event.summary !== 'string') return event;
    const { type, compactionId, summary } = event;
    const start = summary.length - secretValues.unfinishedLength(summary);
    const rest: SummaryChunk = { type, compactionId, summaryAppended: summary.slice(start) };
    this.begun.delete(messageKey(rest));
    if (start === summary.length) return event;
    this.begun.set(messageKey(rest), rest);
    return { ...event, summary: summary.slice(0, start) };
  }

  private begin(chunk: Piece): void {
    const key = messageKey(chunk);
    const held = this.begun.get(key);
    const begun = held === undefined ? '' : textOf(held);
    this.begun.delete(key);
    this.first = chunk;
    this.pieces = [begun];
    this.characters = begun.length;
  }

  private endOldest(): SessionEvent[] {
    for (const [key, chunk] of this.begun) {
      this.begun.delete(key);
      return [withText(chunk, secretValues.redactEnded(textOf(chunk)))];
    }
    return [];
  }
}

function isPiece(event: SessionEvent): event is Piece {
  if (event.type !== 'compaction.updated') return isTextChunk(event);
  const { type: _, compactionId: __, summaryAppended, ...others } = event;
  return summaryAppended !== undefined && Object.keys(others).length === 0;
}

function isSameText(first: Piece, next: Piece): boolean {
  return first.type === 'message.appended' && next.type === 'message.appended'
    ? isSameMessage(first, next)
    : messageKey(first) === messageKey(next);
}

function textOf(piece: Piece): string {
  return piece.type === 'message.appended' ? piece.content.text : piece.summaryAppended;
}

function withText(chunk: Piece, text: string): Piece {
  if (text === textOf(chunk)) return chunk;
  return chunk.type === 'message.appended'
    ? { ...chunk, content: { type: 'text', text } }
    : { ...chunk, summaryAppended: text };
}

function messageKey(piece: Piece): string {
  if (piece.type === 'compaction.updated') return piece.compactionId;
  const { messageId, role, subagent } = piece;
  return JSON.stringify([messageId, role, subagent]);
}

/**
 * Holds text for a moment so that more of it can join before it gets a number: a log and a window
 * then get a tenth of the events. Disposing sends the held text on.
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
    // Text that started later waits its full time; the oldest held text never waits longer.
    if (out.length > 0) this.timer.clear();
    if (!this.joiner.isEmpty && !this.timer.value) {
      this.timer.value = this.timers.after(COALESCE_MILLISECONDS, () => this.flush());
    }
    if (out.length > 0) this.emit(out);
  }

  /** Code that syncs the log, or appends to it directly, must call this first. */
  flush(): void {
    this.tell(this.joiner.flush());
  }

  /** Called when an incomplete secret does not continue. */
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
