import type { Readable } from 'node:stream';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { redactPiece, redactText } from '#main/base/secrets/redact';
import { REDACTED, secretValues } from '#main/base/secrets/secretValues';
import { ByteRing } from './byteRing';
import {
  STDERR_NEWS_BYTES,
  STDERR_NEWS_MILLISECONDS,
  STDERR_RING_BYTES,
  STDERR_TAIL_BYTES,
} from './limits';
import { withoutEscapes } from './withoutEscapes';

const LINE_FEED = 10;

/** Bytes that are read before the shown part, to find a key that begins there. */
const CONTEXT_BYTES = 16 * 1024;

export interface StderrNews {
  /** The newest of the output since the last report, safe to show. */
  readonly text: string;
  /** The number of bytes written since then. */
  readonly bytes: number;
}

/** An agent's standard error: always read, so that it never blocks the agent, and bounded. */
export class StderrLog extends DisposableOwner {
  private readonly ring = new ByteRing(STDERR_RING_BYTES);
  private readonly written = this.register(new Emitter<StderrNews>());
  private unheardBytes = 0;
  private timer: NodeJS.Timeout | undefined;

  /** Fires at most ten times a second, however much is written. */
  readonly onDidWrite = this.written.event;

  constructor(stream: Readable) {
    super();
    stream.on('data', (chunk: Buffer) => this.write(chunk));
  }

  /**
   * The end of the output, without terminal codes and secrets. If it was cut, it begins at the
   * start of a line.
   */
  tail(bytes: number = STDERR_TAIL_BYTES): string {
    const text = this.shown(bytes);
    // The rest of a secret may still arrive, so its beginning is not shown either.
    const unfinished = secretValues.unfinishedLength(text);
    return unfinished === 0 ? text : text.slice(0, -unfinished);
  }

  /** Flushes pending output to listeners now, including a line that has not ended. */
  flush(): void {
    this.tell(0);
  }

  /** The length of an incomplete secret at the end. */
  private begunBytes(): number {
    const text = this.ring.tail(STDERR_NEWS_BYTES).toString('utf8');
    const begun = secretValues.unfinishedLength(text);
    return Buffer.byteLength(text.slice(text.length - begun));
  }

  protected override release(): void {
    clearTimeout(this.timer);
    super.release();
  }

  private write(chunk: Buffer): void {
    if (this.isDisposed) return;
    this.ring.write(chunk);
    this.unheardBytes += chunk.length;
    this.timer ??= setTimeout(() => {
      const unfinished = this.ring.bytesAfterLast(LINE_FEED);
      // A line that never ends is reported anyway, by whole words.
      this.tell(unfinished > STDERR_NEWS_BYTES ? this.begunBytes() : unfinished);
    }, STDERR_NEWS_MILLISECONDS);
  }

  /**
   * Reports new output except its last bytes: an unfinished line may end in the middle of a secret.
   */
  private tell(keptBack: number): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const bytes = this.unheardBytes - keptBack;
    if (bytes <= 0) return;
    this.unheardBytes = Math.min(this.unheardBytes, keptBack);
    if (!this.written.hasListeners) return;
    const text = this.shown(Math.min(bytes, STDERR_NEWS_BYTES), keptBack, true);
    this.written.fire({ text, bytes });
  }

  /**
   * The text of so many bytes, ending `before` bytes before the end of the output. It begins at a
   * line, or at least at a word, and not in the middle of a key: half a secret would not be
   * recognised as one.
   */
  private shown(bytes: number, before = 0, isEnd = false): string {
    const { length, hasDropped } = this.ring;
    const held = this.ring.tail(bytes + before + CONTEXT_BYTES);
    const end = held.length - before;
    const start = Math.max(0, end - bytes);
    const isCut = start > 0 ? held[start - 1] !== LINE_FEED : hasDropped || length > held.length;
    const text = held.toString('utf8', start, end);
    const whole = isCut ? afterFirst(text, '\n') || afterFirst(text, ' ') : text;
    const shownFrom = Math.max(0, end - Buffer.byteLength(whole));
    const isKeyOpen = hasOpenKey(held.toString('latin1', 0, shownFrom));
    const shown = withoutEscapes(isKeyOpen ? afterKey(whole) : whole);
    // A text that does not begin and end at a line break may hold a part of a secret.
    return isCut || (before === 0 && isEnd) ? redactPiece(shown) : redactText(shown);
  }
}

function afterFirst(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + mark.length);
}

/** Whether a private key begins in the text and does not end in it. */
function hasOpenKey(text: string): boolean {
  const begin = text.lastIndexOf('PRIVATE KEY-----');
  return begin >= 0 && text.lastIndexOf('-----BEGIN', begin) > text.lastIndexOf('-----END', begin);
}

function afterKey(text: string): string {
  const end = /-----END [A-Z ]{0,40}PRIVATE KEY-----/.exec(text);
  return end === null ? REDACTED : REDACTED + text.slice(end.index + end[0].length);
}
