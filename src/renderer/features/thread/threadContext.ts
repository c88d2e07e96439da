import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { EntryId, SessionId } from '#shared/ids';
import type { ThreadMemory } from './scroll/threadMemory';

/** The context of every row of a transcript. */
export interface ThreadContextValue {
  readonly sessionId: SessionId;
  readonly memory: ThreadMemory;
  /** The agent's folder, and the user's own. */
  readonly folders: readonly string[];
  /** Moves the focus to the transcript when the focused element is removed. */
  focusTranscript(): void;
  openSession(id: SessionId): void;
}

export const ThreadContext = createContext<ThreadContextValue | null>(null);

export function useThread(): ThreadContextValue {
  const value = useContext(ThreadContext);
  if (value === null) throw new Error('A row was drawn outside a transcript.');
  return value;
}

/** The key for the fold of a prompt’s editor. */
export function editKey(prompt: EntryId): string {
  return `edit ${prompt}`;
}

/** Whether a section of a row is expanded; `byDefault` applies until the user toggles it. */
export function useFold(key: string, byDefault: boolean): [open: boolean, toggle: () => void] {
  const { memory } = useThread();
  const subscribe = useCallback(
    (listener: () => void) => memory.subscribe(key, listener),
    [memory, key],
  );
  const open = useSyncExternalStore(subscribe, () => memory.isOpen(key)) ?? byDefault;
  return [open, () => memory.setOpen(key, !open)];
}
