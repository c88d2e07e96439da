import type { DiffRow } from '#window/ui/diff/diffRow';
import type { DiffRequest, DrawnDiff } from './drawnDiff';
import type { RowsRequest } from './hunkRows';

export type DiffTask =
  | { readonly type: 'draw'; readonly request: DiffRequest }
  | { readonly type: 'rows'; readonly request: RowsRequest };

type Answer = DrawnDiff | readonly DiffRow[][];

/** Refines diffs in a worker. One worker serves all panes; it starts with the first request. */
class DiffClient {
  private worker: Worker | undefined;
  private count = 0;
  private readonly waiting = new Map<number, PromiseWithResolvers<Answer>>();

  /** The data that an editor needs to draw a change. */
  draw(request: DiffRequest): Promise<DrawnDiff> {
    return this.ask({ type: 'draw', request }) as Promise<DrawnDiff>;
  }

  /** The lines of each hunk, for views that draw them themselves. */
  rows(request: RowsRequest): Promise<readonly DiffRow[][]> {
    return this.ask({ type: 'rows', request }) as Promise<readonly DiffRow[][]>;
  }

  private ask(task: DiffTask): Promise<Answer> {
    const number = ++this.count;
    const waiting = Promise.withResolvers<Answer>();
    this.waiting.set(number, waiting);
    this.open().postMessage({ number, task });
    return waiting.promise;
  }

  private open(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./diffWorker.ts', import.meta.url), {
      type: 'module',
      name: 'diff',
    });
    worker.onmessage = ({ data }: MessageEvent<{ number: number; answer: Answer }>) => {
      this.waiting.get(data.number)?.resolve(data.answer);
      this.waiting.delete(data.number);
    };
    worker.onerror = (event) => this.fail(new Error(event.message || 'The diff worker failed.'));
    this.worker = worker;
    return worker;
  }

  /** A request that broke the worker fails once; the next one gets a new worker. */
  private fail(error: Error): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

export const diffClient = new DiffClient();
