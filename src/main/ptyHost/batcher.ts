import { BATCH_CHARACTERS, BATCH_MILLISECONDS } from './limits';

/** Output up to this size, such as an echo or a prompt, is sent without waiting for more. */
const SMALL_CHARACTERS = 1024;

/**
 * Collects output for a few milliseconds, so that a flood costs few messages and a redrawn screen
 * arrives whole. A single small piece is sent at once: it is the echo of what was just typed.
 */
export class Batcher {
  private pieces: string[] = [];
  private size = 0;
  private timer: NodeJS.Timeout | undefined;
  private sentAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly send: (data: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  push(data: string): void {
    this.pieces.push(data);
    this.size += data.length;
    const isAlone = this.now() - this.sentAt >= BATCH_MILLISECONDS && this.timer === undefined;
    if (this.size >= BATCH_CHARACTERS || (isAlone && this.size <= SMALL_CHARACTERS)) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), BATCH_MILLISECONDS);
  }

  flush(): void {
    const data = this.pieces.join('');
    this.discard();
    if (data === '') return;
    this.sentAt = this.now();
    this.send(data);
  }

  /** Drops output that has not been sent. */
  discard(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pieces = [];
    this.size = 0;
  }
}
