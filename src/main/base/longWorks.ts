import { DisposableOwner, toDisposable } from './disposable';
import { Emitter } from './emitter';

/** Shorter work is not shown at all. */
const SHOWN_AFTER_MILLISECONDS = 500;
/** The shortest time between two progress reports. */
const NEWS_MILLISECONDS = 100;

/** A piece of long work for the window; see `LongWork`. */
export interface ShownWork {
  readonly id: number;
  readonly title: string;
  /** The current step; empty if there is nothing to add to the title. */
  readonly detail: string;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly canCancel: boolean;
}

/** A piece of long work for the code that does it. */
export interface WorkTask {
  /** Aborts when the user wants the work to stop. */
  readonly signal: AbortSignal;
  /** Reports the current step, and the progress if it is known. */
  report(detail: string, done?: number, total?: number): void;
}

interface Running {
  readonly control: AbortController;
  isShown: boolean;
  work: ShownWork;
}

/** All long work, for the window to show. The code that does the work ends it. */
export class LongWorks extends DisposableOwner {
  private readonly changes = this.register(new Emitter<void>());
  readonly onDidChange = this.changes.event;
  private readonly running = new Map<number, Running>();
  private count = 0;
  private toldAt = 0;
  /** Set while there is news that came too soon after the last report. */
  private laterNews: NodeJS.Timeout | undefined;

  constructor() {
    super();
    this.register(toDisposable(() => clearTimeout(this.laterNews)));
  }

  list(): readonly ShownWork[] {
    return [...this.running.values()].filter(({ isShown }) => isShown).map(({ work }) => work);
  }

  async run<T>(
    { title, canCancel }: Pick<ShownWork, 'title' | 'canCancel'>,
    task: (task: WorkTask) => Promise<T>,
  ): Promise<T> {
    const id = ++this.count;
    const control = new AbortController();
    const running: Running = {
      control,
      isShown: false,
      work: { id, title, detail: '', progress: null, canCancel },
    };
    this.running.set(id, running);
    const timer = setTimeout(() => {
      running.isShown = true;
      this.tell();
    }, SHOWN_AFTER_MILLISECONDS);
    try {
      return await task({
        signal: control.signal,
        report: (detail, done, total) => {
          const progress = done === undefined || total === undefined ? null : { done, total };
          running.work = { ...running.work, detail, progress };
          if (running.isShown) this.tellSoon();
        },
      });
    } finally {
      clearTimeout(timer);
      this.running.delete(id);
      if (running.isShown) this.tell();
    }
  }

  /** Stops the work. Does nothing if it has ended or cannot be stopped. */
  cancel(id: number): void {
    const running = this.running.get(id);
    if (running?.work.canCancel) running.control.abort();
  }

  /**
   * Reports progress later if it comes too soon after the last report, because it may be the last
   * for a long time.
   */
  private tellSoon(): void {
    if (this.laterNews !== undefined) return;
    const wait = this.toldAt + NEWS_MILLISECONDS - performance.now();
    if (wait <= 0) this.tell();
    else this.laterNews = setTimeout(() => this.tell(), wait);
  }

  private tell(): void {
    clearTimeout(this.laterNews);
    this.laterNews = undefined;
    this.toldAt = performance.now();
    this.changes.fire();
  }
}
