import { useCallback, useSyncExternalStore } from 'react';
import type { SessionId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { ListenerSet } from '#window/state/listeners';

interface Held {
  readonly listeners: ListenerSet;
  snapshot: ChangesSnapshot | undefined;
  isLoading: boolean;
  /** A change arrived while the list was being fetched, or was not to be. */
  isStale: boolean;
  /** How many want the list left as it is for now. */
  holds: number;
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
  if (entry.isLoading || entry.holds > 0) entry.isStale = true;
  else load(id, entry).catch(reportError);
}

/**
 * Leaves the list as it is until the returned function is called: while thousands of files are
 * decided, each step would have the window fetch and draw all of them again.
 */
export function holdChanges(id: SessionId): () => void {
  const entry = held.get(id);
  if (entry === undefined) return () => undefined;
  entry.holds++;
  return () => {
    entry.holds--;
    if (entry.holds === 0 && entry.isStale) refreshChanges(id);
  };
}

function open(id: SessionId): Held {
  const entry: Held = {
    listeners: new ListenerSet(),
    snapshot: undefined,
    isLoading: false,
    isStale: false,
    holds: 0,
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
    } while (entry.isStale && entry.holds === 0 && held.get(id) === entry);
  } finally {
    entry.isLoading = false;
  }
}
