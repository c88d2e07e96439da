import { useSyncExternalStore } from 'react';
import { ListenerSet } from './listeners';

const MINUTE = 60_000;

const listeners = new ListenerSet();
let minute = currentMinute();
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, to the minute. Not updated while the window is hidden. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => minute);
}

function subscribe(listener: () => void): () => void {
  if (listeners.isEmpty) {
    document.addEventListener('visibilitychange', follow);
    follow();
  }
  const unsubscribe = listeners.subscribe(listener);
  return () => {
    unsubscribe();
    if (!listeners.isEmpty) return;
    document.removeEventListener('visibilitychange', follow);
    clearInterval(timer);
  };
}

function follow(): void {
  clearInterval(timer);
  if (document.visibilityState === 'hidden') return;
  tick();
  timer = setInterval(tick, MINUTE);
}

function tick(): void {
  const now = currentMinute();
  if (now === minute) return;
  minute = now;
  listeners.notify();
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE;
}
