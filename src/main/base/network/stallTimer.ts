/** Aborts if nothing restarts it for too long, or if the caller aborts. */
export class StallTimer {
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  isOver = false;
  readonly signal: AbortSignal;

  constructor(
    private readonly milliseconds: number,
    outer: AbortSignal,
  ) {
    this.signal = AbortSignal.any([this.controller.signal, outer]);
    this.restart();
  }

  restart(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.controller.abort();
    }, this.milliseconds);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.timer);
  }
}
