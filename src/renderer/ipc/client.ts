import { AppException } from '#shared/errors';
import type {
  AirlockBridge,
  AppEvent,
  EventName,
  EventPayload,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#shared/ipc/contract';
import { reportError } from '#window/diagnostics/reportError';

declare global {
  interface Window {
    readonly airlock: AirlockBridge;
  }
}

/** Sends a request to main; a refusal is thrown as an `AppException`. */
export async function call<K extends RequestName>(
  name: K,
  input: RequestInput<K>,
): Promise<RequestOutput<K>> {
  const result = await window.airlock.request[name](input);
  if (!result.ok) throw new AppException(result.error);
  return result.value;
}

/** The path of a dropped or chosen file; null if it has none. */
export function pathOf(file: File): string | null {
  return window.airlock.pathOf(file) || null;
}

let dispatcher: EventDispatcher | undefined;

/** Listens for one kind of event from main. The first listener opens the channel that all share. */
export function onEvent<K extends EventName>(
  name: K,
  listener: (payload: EventPayload<K>) => void,
): () => void {
  if (dispatcher === undefined) {
    const opened = new EventDispatcher(reportError);
    const taken = new TakenEvents((characters) => {
      call('app.eventsTaken', { characters }).catch(reportError);
    });
    window.airlock.onEvents((batch) => {
      opened.dispatch(batch);
      taken.add(batch.length);
    });
    dispatcher = opened;
  }
  return dispatcher.on(name, listener);
}

type Listener = (payload: never) => void;

/** Passes the events of each batch, in order, to the listeners of their name. */
export class EventDispatcher {
  private readonly listeners = new Map<EventName, Set<Listener>>();

  /**
   * A listener that throws is reported here, and the other listeners still get the rest of the
   * batch.
   */
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

/**
 * The window acknowledges this much text at a time: rarely, and long before main would stop
 * sending.
 */
export const TOLD_CHARACTERS = 256 * 1024;

/** Counts how much of main's event text this window has handled. */
export class TakenEvents {
  private characters = 0;

  constructor(private readonly tell: (characters: number) => void) {}

  add(characters: number): void {
    this.characters += characters;
    if (this.characters < TOLD_CHARACTERS) return;
    const { characters: taken } = this;
    this.characters = 0;
    this.tell(taken);
  }
}
