import { type Disposable, toDisposable } from './disposable';
import { onUnexpectedError } from './unexpected';

export type Listener<T> = (value: T) => void;

/** Subscribes a listener until the returned disposable, or the emitter behind it, is disposed. */
export type Event<T> = (listener: Listener<T>) => Disposable;

interface Delivery<T> {
  readonly value: T;
  readonly subscriptions: readonly Disposable[];
  next: number;
}

/**
 * Source of an event. Listeners see values in the order they were fired, even if one of them fires
 * the next value. A listener that throws does not keep the value from the others.
 */
export class Emitter<T> implements Disposable {
  private readonly listeners = new Map<Disposable, Listener<T>>();
  private delivery: Delivery<T> | undefined;
  private disposed = false;

  readonly event: Event<T> = (listener) => {
    const subscription = toDisposable(() => this.listeners.delete(subscription));
    if (this.disposed) subscription.dispose();
    else this.listeners.set(subscription, listener);
    return subscription;
  };

  get hasListeners(): boolean {
    return this.listeners.size > 0;
  }

  fire(value: T): void {
    if (this.delivery) this.finish(this.delivery);
    this.delivery = { value, subscriptions: [...this.listeners.keys()], next: 0 };
    this.finish(this.delivery);
  }

  dispose(): void {
    this.disposed = true;
    for (const subscription of this.listeners.keys()) subscription.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /**
   * Continues the delivery from a position shared with an outer running call, which then finds
   * nothing left.
   */
  private finish(delivery: Delivery<T>): void {
    let subscription = delivery.subscriptions[delivery.next++];
    while (subscription) {
      try {
        this.listeners.get(subscription)?.(delivery.value);
      } catch (error) {
        onUnexpectedError(error);
      }
      subscription = delivery.subscriptions[delivery.next++];
    }
    if (this.delivery === delivery) this.delivery = undefined;
  }
}

/** Calls the listener for the first value only. */
export function once<T>(event: Event<T>, listener: Listener<T>): Disposable {
  const subscription = event((value) => {
    subscription.dispose();
    listener(value);
  });
  return subscription;
}

/** The next value that matches, or a rejection with the signal's reason. */
export function nextValue<T>(
  event: Event<T>,
  fits: (value: T) => boolean = () => true,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      subscription.dispose();
      reject(signal?.reason);
    };
    const subscription = event((value) => {
      if (!fits(value)) return;
      subscription.dispose();
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}
