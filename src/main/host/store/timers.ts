import { type Disposable, toDisposable } from '#main/base/disposable';

/** Where delays come from; injected, so that tests turn the clock themselves. */
export interface Timers {
  after(milliseconds: number, callback: () => void): Disposable;
}

export const systemTimers: Timers = {
  after(milliseconds, callback) {
    const handle = setTimeout(() => {
      timer.dispose();
      callback();
    }, milliseconds);
    const timer = toDisposable(() => clearTimeout(handle));
    return timer;
  },
};
