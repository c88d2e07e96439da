import { BATCH_CHARACTERS, BATCH_MILLISECONDS } from './limits';

/** An echo or a prompt: it is not worth waiting for more. */
const SMALL_CHARACTERS = 1024;

/**
 * Gathers output for a few milliseconds, so that a flood costs few messages and a screen that is
 * redrawn arrives whole. What comes alone and is small goes at once: it is what was just typed.
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

  /** Forgets what has not been sent. */
  discard(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pieces = [];
    this.size = 0;
  }
}
