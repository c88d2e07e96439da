import {
  PACE_FIRST_MILLISECONDS,
  PACE_LAST_MILLISECONDS,
  PACE_QUIET_MILLISECONDS,
} from '#main/host/limits';

/**
 * The delay before checking files after they were touched: none if they were quiet before, and
 * increasing while writing continues, because each look stores what it finds.
 */
export class TouchPace {
  private pause = 0;
  private last = Number.NEGATIVE_INFINITY;

  /** The milliseconds to wait from now; the caller then looks, and not before. */
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
