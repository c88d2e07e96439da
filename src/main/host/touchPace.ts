import { PACE_FIRST_MILLISECONDS, PACE_LAST_MILLISECONDS, PACE_QUIET_MILLISECONDS } from './limits';

/**
 * How soon to look after files were touched: at once if they were quiet before, and ever more seldom
 * while something goes on writing, since each look keeps what it finds.
 */
export class TouchPace {
  private pause = 0;
  private last = Number.NEGATIVE_INFINITY;

  /** Milliseconds to wait from now; whoever asks looks then, and not again before. */
  wait(now: number): number {
    const isQuiet = now - this.last > this.pause + PACE_QUIET_MILLISECONDS;
    const earliest = isQuiet ? now : Math.max(now, this.last + this.pause);
    this.pause = isQuiet
      ? PACE_FIRST_MILLISECONDS
      : Math.min(this.pause * 2, PACE_LAST_MILLISECONDS);
    this.last = earliest;
    return earliest - now;
  }
}
