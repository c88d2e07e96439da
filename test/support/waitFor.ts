import { inspect } from 'node:util';
import { type Event, nextValue } from '#main/base/emitter';
import { DEFAULT_TIMEOUT_MILLISECONDS } from './limits';

const SHOWN_VALUES = 5;

export interface WaitOptions {
  /** What is awaited, for the error message; by default the predicate's source. */
  readonly what?: string;
  readonly timeout?: number;
}

/**
 * The next matching value of an event. Subscribes at once, so that a test can call it before the
 * action and await it afterwards.
 */
export async function waitFor<T>(
  event: Event<T>,
  fits: (value: T) => boolean = () => true,
  options: WaitOptions = {},
): Promise<T> {
  const { what = String(fits), timeout = DEFAULT_TIMEOUT_MILLISECONDS } = options;
  const seen: T[] = [];
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timedOut(what, timeout, seen)), timeout);
  const remember = (value: T) => {
    seen.push(value);
    return fits(value);
  };
  try {
    return await nextValue(event, remember, controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

function timedOut(what: string, timeout: number, seen: readonly unknown[]): Error {
  const last = seen.slice(-SHOWN_VALUES).map((value) => inspect(value, { depth: 4 }));
  const told = seen.length === 0 ? 'Nothing came.' : `${seen.length} came, the last:`;
  return new Error([`Waited ${timeout} ms for ${what}. ${told}`, ...last].join('\n'));
}
