import { type Disposable, toDisposable } from '#main/base/disposable';

/** The source of delays; injected, so that tests control the clock. */
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
