import { AppException } from '#shared/errors';
import type {
  AirlockBridge,
  EventName,
  EventPayload,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#shared/ipc/contract';
import { reportError } from '../diagnostics/reportError';
import { EventDispatcher } from './eventDispatcher';
import { TakenEvents } from './takenEvents';

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

/** Where a file that was dropped or chosen is on the disk; null for one that is nowhere. */
export function pathOf(file: File): string | null {
  return window.airlock.pathOf(file) || null;
}

let dispatcher: EventDispatcher | undefined;

/** Listens for one kind of event from main; the first listener opens the one channel they share. */
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
