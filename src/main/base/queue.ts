import { setImmediate } from 'node:timers/promises';
import type { Disposable } from './disposable';

export class QueueDisposedError extends Error {
  constructor() {
    super('The queue takes no more tasks.');
    this.name = 'QueueDisposedError';
  }
}

export interface QueueOptions {
  /** How many tasks may run at once. */
  readonly limit?: number;
}

/** Runs tasks in the order given, one at a time unless a higher limit is set. */
export class Queue implements Disposable {
  private readonly limit: number;
  private readonly waiting = new Set<() => void>();
  private idleListeners: (() => void)[] = [];
  private running = 0;
  private disposed = false;

  constructor({ limit = 1 }: QueueOptions = {}) {
    if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`Limit ${limit} is not valid.`);
    this.limit = limit;
  }

  /** The number of tasks that wait or run. */
  get size(): number {
    return this.waiting.size + this.running;
  }

  /** Adds a task, which never starts before this returns. Its failure rejects only this promise. */
  async run<T>(task: () => T | PromiseLike<T>): Promise<T> {
    if (this.disposed) throw new QueueDisposedError();
    await this.turn();
    try {
      return await task();
    } finally {
      this.running--;
      this.startWaiting();
      if (this.size === 0) this.reportIdle();
    }
  }

  /** Resolves when idle, including tasks added meanwhile. A task must not await it. */
  async drain(): Promise<void> {
    do {
      while (this.size > 0) {
        await new Promise<void>((resolve) => this.idleListeners.push(resolve));
      }
      // Let the caller that awaited the last task add the next one.
      await setImmediate();
    } while (this.size > 0);
  }

  /** Refuses new tasks. Tasks accepted earlier still run; `drain` waits for them. */
  dispose(): void {
    this.disposed = true;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  private turn(): Promise<void> {
    return new Promise((start) => {
      this.waiting.add(start);
      this.startWaiting();
    });
  }

  private startWaiting(): void {
    for (const start of this.waiting) {
      if (this.running >= this.limit) return;
      this.waiting.delete(start);
      this.running++;
      start();
    }
  }

  private reportIdle(): void {
    const listeners = this.idleListeners;
    this.idleListeners = [];
    for (const resolve of listeners) resolve();
  }
}
