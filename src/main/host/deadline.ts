import type { Disposable } from '#main/base/disposable';

/** Aborts its signal after a silence of a given length, or when the caller aborts. */
export class Deadline implements Disposable {
  private readonly late = new AbortController();
  readonly signal: AbortSignal;
  private timer: NodeJS.Timeout;

  constructor(
    private readonly milliseconds: number,
    givenUp: AbortSignal,
  ) {
    this.signal = AbortSignal.any([givenUp, this.late.signal]);
    this.timer = this.start();
  }

  /** Restarts the wait after a sign of life. */
  extend(): void {
    clearTimeout(this.timer);
    this.timer = this.start();
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  private start(): NodeJS.Timeout {
    return setTimeout(() => {
      this.late.abort(new DOMException('Timed out.', 'TimeoutError'));
    }, this.milliseconds);
  }
}
