import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import { openDialog } from '#window/state/layout/dialogStore';
import type { SessionSet } from './sessionSets';

/** The file and the version that are shown first. */
export interface ComparedPlace {
  readonly path: string;
  /** The session whose version is shown beside that of the first one. */
  readonly against: SessionId;
}

export type CompareTab = 'files' | 'answers' | 'checks';

interface ComparedState {
  /** The sessions that are being compared, or were compared last. */
  readonly sessionIds: SessionSet;
  /** Null: the first file, with its changes to pick. */
  readonly place: ComparedPlace | null;
  readonly tab: CompareTab;
}

const store = createStore<ComparedState>(() => ({ sessionIds: [], place: null, tab: 'files' }));

/** Shows the changes of these sessions side by side. */
export function compareSessions(sessionIds: SessionSet, place: ComparedPlace | null = null): void {
  store.setState({ sessionIds, place, tab: 'files' });
  openDialog('compare');
}

export function useCompared(): ComparedState {
  return useStore(store);
}

/** Kept while another dialog is in its place. */
export function showCompareTab(tab: CompareTab): void {
  store.setState({ tab });
}
