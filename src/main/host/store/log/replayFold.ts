import { REST_CHARACTERS } from '#main/host/store/limits';
import type { EntryId } from '#shared/ids';
import type { KeptBlock, RestingText } from '#shared/session/content';
import type { Envelope } from '#shared/session/events';
import { applyUnstamped, isActivity, stampHead } from '#shared/session/fold';
import { entryOf } from '#shared/session/kinds/eventKinds';
import type { KeptState } from '#shared/session/state';
import { isSameMessage, isTextChunk, type TextChunk } from './coalescer';
import type { LinePlace, LogVisitor, PassedLines, TextVisitor } from './logScan';

type LoggedChunk = TextChunk & Pick<Envelope, 'v' | 'seq' | 'at'>;

/** Adjacent lines with text of one message. */
interface Run {
  readonly id: EntryId;
  readonly first: LoggedChunk;
  /** The message before the run; null if its text is not left in the log. */
  readonly before: readonly KeptBlock[] | null;
  readonly from: number;
  to: number;
  lines: number;
  /** The time of the run's last line. */
  at: number;
  /** The run's text except for its first line, while it is short enough to be held. */
  readonly pieces: string[];
  characters: number;
}

/**
 * Applies a log that is read again. Runs of text are applied as one, which gives the same state: a
 * reply of a thousand pieces costs two steps. Long texts stay in the log; the state has their
 * position.
 */
export class ReplayFold implements LogVisitor {
  private run: Run | null = null;
  private newest: Pick<Envelope, 'seq' | 'at'> | null = null;

  constructor(private readonly state: KeptState) {}

  visit(event: Envelope, place: LinePlace): void {
    const seen = this.newest?.at ?? this.state.head.updatedAt;
    this.newest = { seq: event.seq, at: isActivity(event) ? event.at : seen };
    if (isTextChunk(event) && this.goOn(event, place)) return;
    this.endRun();
    const id = entryOf(event);
    const before = id !== null && isTextChunk(event) ? this.blocksOf(id, event) : null;
    // The first line of a run is applied separately, because its time is when the message began.
    applyUnstamped(this.state, event);
    if (id === null || !isTextChunk(event)) return;
    const { at, content } = event;
    const characters = content.text.length;
    this.run = { id, first: event, before, ...place, lines: 1, at, pieces: [], characters };
  }

  readonly text: TextVisitor = {
    mayPass: () => this.run !== null && rests(this.run),
    passed: (lines) => this.pass(lines),
  };

  finish(): void {
    this.endRun();
    if (this.newest !== null) stampHead(this.state, this.newest);
  }

  private goOn(event: LoggedChunk, place: LinePlace): boolean {
    const { run } = this;
    if (run === null || run.to !== place.from || !isSameMessage(run.first, event)) return false;
    run.characters += event.content.text.length;
    if (rests(run)) run.pieces.length = 0;
    else run.pieces.push(event.content.text);
    run.to = place.to;
    run.lines++;
    run.at = event.at;
    return true;
  }

  private pass({ to, lines, seq, at }: PassedLines): void {
    const { run } = this;
    if (run === null) throw new Error('There is no text to continue.');
    run.to = to;
    run.lines += lines;
    run.at = at;
    this.newest = { seq, at };
  }

  /** The blocks of a message; null for the user's messages. */
  private blocksOf(id: EntryId, { role }: LoggedChunk): readonly KeptBlock[] | null {
    const entry = this.state.entries.get(id);
    if (entry?.kind !== 'message') return role === 'user' ? null : [];
    return entry.role === 'user' ? null : entry.blocks;
  }

  private endRun(): void {
    const { run } = this;
    this.run = null;
    if (run === null) return;
    const { first, pieces, at } = run;
    if (rests(run)) this.rest(run);
    else if (run.lines > 1) {
      const content = { type: 'text', text: pieces.join('') } as const;
      applyUnstamped(this.state, { ...first, at, content });
    }
  }

  private rest({ id, before, from, to, lines, at }: Run): void {
    const entry = this.state.entries.get(id);
    if (before === null || entry?.kind !== 'message' || entry.role === 'user') return;
    const text: RestingText = { type: 'resting', from, to, lines };
    this.state.entries.set(id, { ...entry, blocks: [...before, text], updatedAt: at });
  }
}

function rests({ before, characters }: Run): boolean {
  return before !== null && characters >= REST_CHARACTERS;
}
