import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { TOUCHED_PATHS, WATCH_LONGEST_MILLISECONDS, WATCH_SETTLE_MILLISECONDS } from '../limits';

/** The touched paths; null if they are too many to list. */
export type TouchReport = ReadonlySet<string> | null;

/** Collects touched paths until a short pause without new ones, or until a time limit. */
export class TouchedPaths extends DisposableOwner {
  private readonly settles = this.register(new Emitter<TouchReport>());
  readonly onDidSettle = this.settles.event;
  private paths = new Set<string>();
  private isTooMany = false;
  private timer: NodeJS.Timeout | undefined;
  private since = 0;

  /** Adds a path; null means too many to list. */
  add(path: string | null): void {
    const now = performance.now();
    if (this.paths.size === 0 && !this.isTooMany) this.since = now;
    if (path === null || this.paths.size >= TOUCHED_PATHS) this.isTooMany = true;
    else this.paths.add(path);
    clearTimeout(this.timer);
    const left = this.since + WATCH_LONGEST_MILLISECONDS - now;
    const wait = Math.max(0, Math.min(WATCH_SETTLE_MILLISECONDS, left));
    this.timer = setTimeout(() => this.settle(), wait);
  }

  protected override release(): void {
    clearTimeout(this.timer);
    super.release();
  }

  private settle(): void {
    const report = this.isTooMany ? null : this.paths;
    this.paths = new Set();
    this.isTooMany = false;
    this.settles.fire(report);
  }
}
