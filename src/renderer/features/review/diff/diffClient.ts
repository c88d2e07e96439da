import type { DiffRequest, DrawnDiff } from './drawnDiff';

/** Has diffs refined off the window's thread. One worker for all panes; it starts with the first. */
export class DiffClient {
  private worker: Worker | undefined;
  private count = 0;
  private readonly waiting = new Map<number, PromiseWithResolvers<DrawnDiff>>();

  draw(request: DiffRequest): Promise<DrawnDiff> {
    const number = ++this.count;
    const waiting = Promise.withResolvers<DrawnDiff>();
    this.waiting.set(number, waiting);
    this.open().postMessage({ number, request });
    return waiting.promise;
  }

  private open(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./diffWorker.ts', import.meta.url), {
      type: 'module',
      name: 'diff',
    });
    worker.onmessage = ({ data }: MessageEvent<{ number: number; diff: DrawnDiff }>) => {
      this.waiting.get(data.number)?.resolve(data.diff);
      this.waiting.delete(data.number);
    };
    worker.onerror = (event) => this.fail(new Error(event.message || 'The diff worker failed.'));
    this.worker = worker;
    return worker;
  }

  /** A request that broke it breaks it once: the next one gets a new worker. */
  private fail(error: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
