import { useSyncExternalStore } from 'react';

/** A dialog covers the window, so it shows the window's toasts. */
type ToastLevel = 'window' | 'dialog';

interface Slot {
  readonly element: HTMLElement;
  readonly level: ToastLevel;
}

let slots: readonly Slot[] = [];
const listeners = new Set<() => void>();

/** Offers this element as a place for toasts until the returned function is called. */
export function addToastSlot(element: HTMLElement, level: ToastLevel): () => void {
  const slot: Slot = { element, level };
  change([...slots, slot]);
  return () => change(slots.filter((other) => other !== slot));
}

/** The present place for toasts: in the newest dialog, otherwise in the window. */
export function useToastSlot(): HTMLElement | null {
  return useSyncExternalStore(subscribe, currentSlot);
}

function currentSlot(): HTMLElement | null {
  const slot = slots.findLast(({ level }) => level === 'dialog') ?? slots.at(-1);
  return slot?.element ?? null;
}

function change(next: readonly Slot[]): void {
  slots = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
