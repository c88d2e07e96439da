import { useCallback, useSyncExternalStore } from 'react';
import type { SessionId } from '#shared/ids';
import type { GitGlance } from '#shared/ipc/changes';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { ListenerSet } from '#window/state/listeners';

interface Held {
  readonly listeners: ListenerSet;
  glance: GitGlance | null;
  isLoading: boolean;
  /** Whether something happened while a request was under way. */
  isStale: boolean;
  /** The last turn that had ended when the session was last updated. */
  turns: string;
}

const held = new Map<SessionId, Held>();

/**
 * The branch of a session's project, kept up to date while shown; null if it is not a repository.
 */
export function useGitGlance(id: SessionId): GitGlance | null {
  const subscribe = useCallback((listener: () => void) => listen(id, listener), [id]);
  return useSyncExternalStore(subscribe, () => held.get(id)?.glance ?? null);
}

// There is no polling: a turn began or ended, or the user was in another app.
onEvent('sessions.changed', ({ id, turnCount, lastTurnEnd }) => {
  const entry = held.get(id);
  const turns = `${turnCount} ${lastTurnEnd !== null}`;
  if (entry === undefined || entry.turns === turns) return;
  entry.turns = turns;
  refresh(id);
});
window.addEventListener('focus', () => {
  for (const id of held.keys()) refresh(id);
});

/** For callers that have changed something themselves, by a decision or a commit. */
export function refreshGitGlance(id: SessionId): void {
  refresh(id);
}

function listen(id: SessionId, listener: () => void): () => void {
  const known = held.get(id);
  const entry: Held = known ?? {
    listeners: new ListenerSet(),
    glance: null,
    isLoading: false,
    isStale: false,
    turns: '',
  };
  held.set(id, entry);
  const unsubscribe = entry.listeners.subscribe(listener);
  if (known === undefined) refresh(id);
  return () => {
    unsubscribe();
    queueMicrotask(() => {
      if (entry.listeners.isEmpty && held.get(id) === entry) held.delete(id);
    });
  };
}

function refresh(id: SessionId): void {
  const entry = held.get(id);
  if (entry === undefined) return;
  if (entry.isLoading) entry.isStale = true;
  else load(id, entry).catch(reportError);
}

async function load(id: SessionId, entry: Held): Promise<void> {
  entry.isLoading = true;
  try {
    do {
      entry.isStale = false;
      const answer = await call('changes.git', { sessionId: id });
      const glance = answer?.glance ?? null;
      if (JSON.stringify(glance) !== JSON.stringify(entry.glance)) {
        entry.glance = glance;
        entry.listeners.notify();
      }
    } while (entry.isStale && held.get(id) === entry);
  } finally {
    entry.isLoading = false;
  }
}
