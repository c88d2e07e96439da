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
  /** Whether a change arrived while the list was being fetched or held. */
  isStale: boolean;
  /** How many callers hold the list for now. */
  holds: number;
}

const held = new Map<SessionId, Held>();

onEvent('changes.changed', ({ sessionId }) => refreshChanges(sessionId));

/**
 * The changes of a session's agent, kept up to date while shown; undefined until they are known.
 */
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
    // A view that replaces another subscribes a moment after the other has unsubscribed.
    queueMicrotask(() => {
      if (entry.listeners.isEmpty && held.get(id) === entry) held.delete(id);
    });
  };
}

/** Requests the list again; if a request is under way, another follows it. */
export function refreshChanges(id: SessionId): void {
  const entry = held.get(id);
  if (entry === undefined) return;
  if (entry.isLoading || entry.holds > 0) entry.isStale = true;
  else load(id, entry).catch(reportError);
}

/**
 * Keeps the list unchanged until the returned function is called. While thousands of files are
 * decided, each step would make the window fetch and draw all of them again.
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
