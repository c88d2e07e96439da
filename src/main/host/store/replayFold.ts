import type { Envelope } from '#shared/session/events';
import { applyUnstamped, stampHead } from '#shared/session/fold';
import type { SessionState } from '#shared/session/state';
import { isSameMessage, isTextChunk, type TextChunk } from './coalescer';

type LoggedChunk = TextChunk & Pick<Envelope, 'v' | 'seq' | 'at'>;

/**
 * Folds a log that is read again. Runs of text are folded as one, which comes to the same state: a
 * reply of a thousand pieces costs two steps, and none of the pieces stays in memory.
 */
export class ReplayFold {
  private last: LoggedChunk | null = null;
  private pieces: string[] = [];
  private newest: Envelope | null = null;

  constructor(private readonly state: SessionState) {}

  readonly visit = (event: Envelope): void => {
    this.newest = event;
    const { last } = this;
    if (last !== null && isTextChunk(event) && isSameMessage(last, event)) {
      this.pieces.push(event.content.text);
      this.last = event;
      return;
    }
    this.endRun();
    applyUnstamped(this.state, event);
    // The first of a run is folded by itself: its time is when the message began.
    if (isTextChunk(event)) this.last = event;
  };

  finish(): void {
    this.endRun();
    if (this.newest !== null) stampHead(this.state, this.newest);
  }

  private endRun(): void {
    const { last, pieces } = this;
    this.last = null;
    this.pieces = [];
    if (last === null || pieces.length === 0) return;
    applyUnstamped(this.state, { ...last, content: { type: 'text', text: pieces.join('') } });
  }
}
