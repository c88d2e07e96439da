import { useSyncExternalStore } from 'react';

/** A dialog covers the window, and so takes its toasts over. */
type ToastLevel = 'window' | 'dialog';

interface Slot {
  readonly element: HTMLElement;
  readonly level: ToastLevel;
}

let slots: readonly Slot[] = [];
const listeners = new Set<() => void>();

/** Makes room for toasts at this place of the layout until the returned function is called. */
export function addToastSlot(element: HTMLElement, level: ToastLevel): () => void {
  const slot: Slot = { element, level };
  change([...slots, slot]);
  return () => change(slots.filter((other) => other !== slot));
}

/** The place that toasts are drawn in now: that of the newest dialog, or else of the window. */
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
