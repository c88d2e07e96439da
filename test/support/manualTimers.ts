import { type Disposable, toDisposable } from '#main/base/disposable';
import type { Timers } from '#main/host/store/timers';

/** Timers that only run when the test advances the time. */
export class ManualTimers implements Timers {
  private readonly pending = new Map<Disposable, { readonly due: number; run(): void }>();
  private now = 0;

  get count(): number {
    return this.pending.size;
  }

  after(milliseconds: number, callback: () => void): Disposable {
    const timer = toDisposable(() => this.pending.delete(timer));
    const run = () => {
      timer.dispose();
      callback();
    };
    this.pending.set(timer, { due: this.now + milliseconds, run });
    return timer;
  }

  /** Runs the timers that become due, in order, including those set by other timers. */
  advance(milliseconds: number): void {
    const until = this.now + milliseconds;
    for (;;) {
      const next = [...this.pending.values()].sort((a, b) => a.due - b.due)[0];
      if (next === undefined || next.due > until) break;
      this.now = Math.max(this.now, next.due);
      next.run();
    }
    this.now = until;
  }
}
