import type { Disposable } from '#main/base/disposable';

/** Aborts its signal after a silence of some length, or when the caller gives up. */
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
      this.late.abort(new DOMException('Timed out.', 'TimeoutError'));
    }, this.milliseconds);
  }
}
