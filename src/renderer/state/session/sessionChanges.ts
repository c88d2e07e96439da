import { useCallback, useSyncExternalStore } from 'react';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { ListenerSet } from '#window/state/listenerSet';

interface Held {
  readonly listeners: ListenerSet;
  snapshot: ChangesSnapshot | undefined;
  isLoading: boolean;
  /** A change arrived while the list was being fetched. */
  isStale: boolean;
}

const held = new Map<SessionId, Held>();

onEvent('changes.changed', ({ sessionId }) => refreshChanges(sessionId));

/** What a session's agent wants to change, for as long as somebody looks; undefined until it is known. */
export function useSessionChanges(id: SessionId): ChangesSnapshot | undefined {
  const subscribe = useCallback((listener: () => void) => listenToChanges(id, listener), [id]);
  return useSyncExternalStore(subscribe, () => held.get(id)?.snapshot);
}

export function sessionChanges(id: SessionId): ChangesSnapshot | undefined {
  return held.get(id)?.snapshot;
}

export function listenToChanges(id: SessionId, listener: () => void): () => void {
  const entry = held.get(id) ?? open(id);
  const unsubscribe = entry.listeners.subscribe(listener);
  return () => {
    unsubscribe();
    // A view that is replaced by another lets go a moment before the other takes hold.
    queueMicrotask(() => {
      if (entry.listeners.isEmpty && held.get(id) === entry) held.delete(id);
    });
  };
}

/** Asks main again; a question that is under way is asked once more after it. */
export function refreshChanges(id: SessionId): void {
  const entry = held.get(id);
  if (entry === undefined) return;
  if (entry.isLoading) entry.isStale = true;
  else load(id, entry).catch(reportError);
}

function open(id: SessionId): Held {
  const entry: Held = {
    listeners: new ListenerSet(),
    snapshot: undefined,
    isLoading: false,
    isStale: false,
  };
  held.set(id, entry);
  load(id, entry).catch(reportError);
  return entry;
}

async function load(id: SessionId, entry: Held): Promise<void> {
  entry.isLoading = true;
  try {
    do {
      entry.isStale = false;
      entry.snapshot = await call('changes.list', { sessionId: id });
      entry.listeners.notify();
    } while (entry.isStale && held.get(id) === entry);
  } finally {
    entry.isLoading = false;
  }
}
