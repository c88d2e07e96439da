import { useSyncExternalStore } from 'react';
import { ListenerSet } from '#window/state/listeners';

const listeners = new ListenerSet();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** The time, updated once a second while something shows it. Otherwise no timer runs. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    listeners.notify();
  }, 1_000);
  return () => {
    unsubscribe();
    if (!listeners.isEmpty) return;
    clearInterval(timer);
    timer = undefined;
  };
}
