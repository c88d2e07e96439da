import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openDialog } from '#window/state/layout/dialogStore';
import type { SessionSet } from './sessionSets';

interface ComparedState {
  /** The sessions that are compared, or were last. */
  readonly sessionIds: SessionSet;
  /** The file to begin with; null: the first one. */
  readonly path: string | null;
}

const store = createStore<ComparedState>(() => ({ sessionIds: [], path: null }));

/** Shows the changes of these sessions beside each other. */
export function compareSessions(sessionIds: SessionSet, path: string | null = null): void {
  store.setState({ sessionIds, path });
  openDialog('compare');
}

export function useCompared(): ComparedState {
  return useStore(store);
}
