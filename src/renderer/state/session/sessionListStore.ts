import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import { showSidebar } from '#window/state/layout/sidebarStore';
import { readPersisted, writePersisted } from '#window/state/persisted';

const KEY = 'foldedProjects';

interface SessionListState {
  readonly filter: string;
  readonly renaming: SessionId | null;
  /** Projects whose sessions are folded away. */
  readonly folded: readonly string[];
  readonly showsArchived: boolean;
}

export const sessionListStore = createStore<SessionListState>(() => ({
  filter: '',
  renaming: null,
  folded: readPersisted(KEY, readFolded, []),
  showsArchived: false,
}));

export function useSessionList<T>(select: (state: SessionListState) => T): T {
  return useStore(sessionListStore, select);
}

export function setFilter(filter: string): void {
  sessionListStore.setState({ filter });
}

/** Makes the session's title in the sidebar a text field. */
export function startRenaming(sessionId: SessionId): void {
  showSidebar();
  sessionListStore.setState({ renaming: sessionId });
}

export function stopRenaming(): void {
  sessionListStore.setState({ renaming: null });
}

export function foldProject(project: string, isFolded: boolean): void {
  const others = sessionListStore.getState().folded.filter((other) => other !== project);
  const folded = isFolded ? [...others, project] : others;
  sessionListStore.setState({ folded });
  writePersisted(KEY, folded);
}

export function showArchived(showsArchived: boolean): void {
  sessionListStore.setState({ showsArchived });
}

function readFolded(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value
    : undefined;
}
