import type { Disposable } from '#main/base/disposable';

/** Aborts its signal when nothing has been heard for a while, or when whoever waits gives up. */
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

  /** A sign of life. */
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
      this.late.abort(new DOMException('The time is up.', 'TimeoutError'));
    }, this.milliseconds);
  }
}
