/** Runs the prompts of a session one at a time, in order. A cancel ends those that wait as well. */
export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve();
  readonly #running = new Set<AbortController>();

  async run<T>(request: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    if (request.aborted) abort();
    else request.addEventListener('abort', abort, { once: true });
    this.#running.add(controller);
    const turn = this.#last.then(() => work(controller.signal));
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#running.delete(controller);
      request.removeEventListener('abort', abort);
    }
  }

  cancel(): void {
    for (const controller of this.#running) controller.abort();
  }

  /** Resolves when no prompt runs or waits. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
