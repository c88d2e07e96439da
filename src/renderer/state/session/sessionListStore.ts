import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import { showSidebar } from '#window/state/layout/sidebarStore';
import { readPersisted, writePersisted } from '#window/state/persisted';

const KEY = 'foldedProjects';

export const SHOWN_SESSIONS = ['all', 'waiting', 'review', 'failed', 'working'] as const;
/** Which sessions the list has: all, or those in one state. */
export type ShownSessions = (typeof SHOWN_SESSIONS)[number];

export const SESSION_ORDERS = ['newest', 'attention'] as const;
/** The newest first, or those that need the user. */
export type SessionOrder = (typeof SESSION_ORDERS)[number];

const ORDER_KEY = 'sessionOrder';

export type Renamed =
  | { readonly kind: 'session'; readonly id: SessionId }
  | { readonly kind: 'project'; readonly project: string };

interface SessionListState {
  readonly filter: string;
  readonly shown: ShownSessions;
  readonly order: SessionOrder;
  /** The session or project whose name is being edited. */
  readonly renaming: Renamed | null;
  /** Projects, and sets by their rows' keys, that are collapsed. */
  readonly folded: readonly string[];
  readonly showsArchived: boolean;
}

const sessionListStore = createStore<SessionListState>(() => ({
  filter: '',
  shown: 'all',
  order: readPersisted(ORDER_KEY, readOrder, 'newest'),
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

export function showSessions(shown: ShownSessions): void {
  sessionListStore.setState({ shown });
}

export function orderSessions(order: SessionOrder): void {
  sessionListStore.setState({ order });
  writePersisted(ORDER_KEY, order);
}

/** Starts to edit a session's title in the sidebar. */
export function startRenaming(sessionId: SessionId): void {
  showSidebar();
  sessionListStore.setState({ renaming: { kind: 'session', id: sessionId } });
}

/** Starts to edit a project's name in the sidebar. */
export function startRenamingProject(project: string): void {
  showSidebar();
  sessionListStore.setState({ renaming: { kind: 'project', project } });
}

export function stopRenaming(): void {
  sessionListStore.setState({ renaming: null });
}

export function foldRow(key: string, isFolded: boolean): void {
  const others = sessionListStore.getState().folded.filter((other) => other !== key);
  const folded = isFolded ? [...others, key] : others;
  sessionListStore.setState({ folded });
  writePersisted(KEY, folded);
}

export function showArchived(showsArchived: boolean): void {
  sessionListStore.setState({ showsArchived });
}

function readOrder(value: unknown): SessionOrder | undefined {
  return SESSION_ORDERS.find((order) => order === value);
}

function readFolded(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value
    : undefined;
}
