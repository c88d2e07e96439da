import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { TOUCHED_PATHS, WATCH_LONGEST_MILLISECONDS, WATCH_SETTLE_MILLISECONDS } from '../limits';

/** Null: so many that nobody counted. */
export type Touched = ReadonlySet<string> | null;

/** Gathers what is touched until nothing more is for a moment, or it has gone on for long. */
export class TouchedPaths extends DisposableOwner {
  private readonly settles = this.register(new Emitter<Touched>());
  readonly onDidSettle = this.settles.event;
  private paths = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private since = 0;

  add(path: string): void {
    const now = performance.now();
    if (this.paths.size === 0) this.since = now;
    if (this.paths.size <= TOUCHED_PATHS) this.paths.add(path);
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
    const { paths } = this;
    this.paths = new Set();
    this.settles.fire(paths.size > TOUCHED_PATHS ? null : paths);
  }
}
