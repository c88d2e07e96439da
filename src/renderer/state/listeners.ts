import { LATE_MILLISECONDS } from './limits';

/** A set of listeners; one may be removed while it is being called. */
export class ListenerSet {
  private readonly listeners = new Set<() => void>();

  get isEmpty(): boolean {
    return this.listeners.size === 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  notify(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** Something that reports its changes to listeners from time to time. */
export interface Flushable {
  flush(): void;
}

/**
 * Lets a limited number of sessions report their changes per frame, those that have waited longest
 * first. Sessions that change at the same time are then drawn a few frames apart, instead of making
 * every frame late. After a late frame, one frame is left for other work.
 */
export class FlushQueue {
  private readonly waiting = new Set<Flushable>();
  private isRequested = false;
  /** When the previous frame began to draw, if there was more to draw after it. */
  private drewAt: number | null = null;

  constructor(
    private readonly perFrame: () => number,
    private readonly requestFrame: (callback: (now: number) => void) => void,
  ) {}

  add(flushable: Flushable): void {
    this.waiting.add(flushable);
    this.request();
  }

  delete(flushable: Flushable): void {
    this.waiting.delete(flushable);
  }

  private request(): void {
    if (this.isRequested || this.waiting.size === 0) return;
    this.isRequested = true;
    this.requestFrame((now) => {
      this.isRequested = false;
      const isLate = this.drewAt !== null && now - this.drewAt > LATE_MILLISECONDS;
      this.drewAt = null;
      if (isLate) {
        this.request();
        return;
      }
      const due = [...this.waiting].slice(0, this.perFrame());
      for (const flushable of due) {
        this.waiting.delete(flushable);
        flushable.flush();
      }
      if (this.waiting.size > 0) this.drewAt = now;
      this.request();
    });
  }
}
