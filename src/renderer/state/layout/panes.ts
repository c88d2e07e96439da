import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import { ListenerSet } from '#window/state/listeners';
import { readPersisted } from '#window/state/persisted';

/** The place of a session that has no pane yet. */
export type Placement =
  /** Opens as a tab of the active pane. */
  | 'tab'
  /** In a pane of its own, as long as there is room for one. */
  | 'tile'
  | 'right'
  | 'below';

const TILE_COUNTS = [1, 2, 4, 6, 8] as const;
export type TileCount = (typeof TILE_COUNTS)[number];

/** The actions on panes, carried out by the grid that draws them. */
export interface PaneActions {
  /** Brings sessions on screen. One that has a pane already stays where it is. */
  show(sessionIds: readonly SessionId[], placement: Placement): void;
  split(direction: 'right' | 'below'): void;
  tile(count: TileCount): void;
  /** Shows these sessions alone and side by side; what else was on screen is put aside. */
  showSet(sessionIds: readonly SessionId[]): void;
  /** Shows the overview of the set that a session belongs to, in a pane of its own. */
  openSet(sessionId: SessionId): void;
  /** Brings back what a set has put aside. */
  showAside(): void;
  closeSet(sessionIds: readonly SessionId[]): void;
  toggleZoom(): void;
  closeActive(): void;
  close(sessionId: SessionId): void;
  reopenClosed(): void;
  /** Goes to the next or previous pane, in reading order. */
  focusPane(step: 1 | -1): void;
  /** Goes to the next or previous tab of the active pane. */
  focusTab(step: 1 | -1): void;
  /** The tab that shows goes over to the pane after the active one. */
  moveTab(): void;
  /** Makes the active pane larger or smaller by one step. */
  resize(side: 'width' | 'height', step: 1 | -1): void;
}

interface PanesState {
  /** Something is to be shown, so that the grid has to be drawn. */
  readonly isWanted: boolean;
  /** The layout of last time is back, or there was none. */
  readonly isReady: boolean;
  /** Sessions that have a tab. */
  readonly open: readonly SessionId[];
  /** Sessions that can be seen, in reading order. */
  readonly visible: readonly SessionId[];
  readonly active: SessionId | null;
  /** A session of the set whose overview is active; null if none is. */
  readonly activeSet: SessionId | null;
  /** Empty panes count, too. */
  readonly paneCount: number;
  readonly isZoomed: boolean;
  /** Panes are put aside while a set of sessions has the window. */
  readonly hasAside: boolean;
  readonly closedCount: number;
}

export const LAYOUT_KEY = 'panes';

export const panesStore = createStore<PanesState>(() => ({
  isWanted: readPersisted(LAYOUT_KEY, (layout) => layout !== null, false),
  isReady: false,
  open: [],
  visible: [],
  active: null,
  activeSet: null,
  paneCount: 0,
  isZoomed: false,
  hasAside: false,
  closedCount: 0,
}));

/** Called whenever panes were moved or resized, also if none of the above changed. */
export const paneMoves = new ListenerSet();

type Wish = (actions: PaneActions) => void;

let connected: PaneActions | null = null;
/** Requests from before the grid was there. */
const wishes: Wish[] = [];

/** Runs with the grid of panes, now or when it is drawn. */
export function withPanes(wish: Wish): void {
  if (connected !== null) {
    wish(connected);
    return;
  }
  wishes.push(wish);
  panesStore.setState({ isWanted: true });
}

/** Called by the grid; the returned function takes it off again. */
export function connectPanes(actions: PaneActions): () => void {
  connected = actions;
  for (const wish of wishes.splice(0)) wish(actions);
  return () => {
    if (connected === actions) connected = null;
  };
}

export function usePanes<T>(select: (state: PanesState) => T): T {
  return useStore(panesStore, select);
}

export function activeSession(): SessionId | null {
  return panesStore.getState().active;
}
