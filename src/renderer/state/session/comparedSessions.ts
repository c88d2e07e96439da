import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openDialog } from '#window/state/layout/dialogStore';
import type { SessionSet } from './sessionSets';

interface ComparedState {
  /** The sessions that are compared, or were last. */
  readonly sessionIds: SessionSet;
}

const store = createStore<ComparedState>(() => ({ sessionIds: [] }));

/** Shows the changes of these sessions beside each other. */
export function compareSessions(sessionIds: SessionSet): void {
  store.setState({ sessionIds });
  openDialog('compare');
}

export function useComparedSessions(): SessionSet {
  return useStore(store, (state) => state.sessionIds);
}
