import type { Readable } from 'node:stream';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { redactText } from '#main/base/redact';
import { ByteRing } from './byteRing';
import {
  STDERR_NEWS_BYTES,
  STDERR_NEWS_MILLISECONDS,
  STDERR_RING_BYTES,
  STDERR_TAIL_BYTES,
} from './limits';
import { plainText } from './plainText';

export interface StderrNews {
  /** The newest of what was written since the last news, fit to be shown. */
  readonly text: string;
  /** All that was written since then. */
  readonly bytes: number;
}

/** What an agent prints on its standard error: always read, so that it never blocks, and bounded. */
export class StderrLog extends DisposableOwner {
  private readonly ring = new ByteRing(STDERR_RING_BYTES);
  private readonly written = this.register(new Emitter<StderrNews>());
  private unheardBytes = 0;
  private timer: NodeJS.Timeout | undefined;

  /** At most ten times a second, however much is written. */
  readonly onDidWrite = this.written.event;

  constructor(stream: Readable) {
    super();
    stream.on('data', (chunk: Buffer) => this.write(chunk));
  }

  /** The end of it, without terminal codes and secrets, from the start of a line if it was cut. */
  tail(bytes: number = STDERR_TAIL_BYTES): string {
    const { length } = this.ring;
    const text = this.ring.tail(bytes).toString();
    const wasCut = length > bytes || this.ring.hasDropped;
    const start = wasCut ? text.indexOf('\n') + 1 : 0;
    return redactText(plainText(text.slice(start)));
  }

  /** Tells listeners now what they would hear in a moment. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const bytes = this.unheardBytes;
    this.unheardBytes = 0;
    if (bytes === 0 || !this.written.hasListeners) return;
    const text = this.ring.tail(Math.min(bytes, STDERR_NEWS_BYTES)).toString();
    this.written.fire({ text: redactText(plainText(text)), bytes });
  }

  protected override release(): void {
    clearTimeout(this.timer);
    super.release();
  }

  private write(chunk: Buffer): void {
    if (this.isDisposed) return;
    this.ring.write(chunk);
    this.unheardBytes += chunk.length;
    this.timer ??= setTimeout(() => this.flush(), STDERR_NEWS_MILLISECONDS);
  }
}
