import type { AppEvent, EventName, EventPayload } from '#shared/ipc/contract';

type Listener = (payload: never) => void;

/** Hands the events of each batch, in order, to whoever listens for them by name. */
export class EventDispatcher {
  private readonly listeners = new Map<EventName, Set<Listener>>();

  /** A listener that throws is reported here and does not keep the rest of the batch from others. */
  constructor(private readonly onFailure: (error: unknown) => void) {}

  on<K extends EventName>(name: K, listener: (payload: EventPayload<K>) => void): () => void {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  dispatch(batch: string): void {
    for (const [name, payload] of JSON.parse(batch) as readonly AppEvent[]) {
      for (const listener of this.listeners.get(name) ?? []) {
        try {
          listener(payload as never);
        } catch (error) {
          this.onFailure(error);
        }
      }
    }
  }
}
