/** Thrown anywhere in a turn to end it. Only the turn itself catches it. */
export class TurnCancelled extends Error {
  constructor() {
    super('The turn was cancelled.');
    this.name = 'TurnCancelled';
  }
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new TurnCancelled();
}

/**
 * Stops waiting when the signal aborts. The work continues, and a later failure of it is ignored.
 */
export function untilCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(new TurnCancelled());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new TurnCancelled());
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(new TurnCancelled());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
