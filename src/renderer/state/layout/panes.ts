import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import { ListenerSet } from '#window/state/listeners';
import { readPersisted } from '#window/state/persisted';

/** The place of a session that has no pane yet. */
export type Placement =
  /** Opens as a tab of the active pane. */
  | 'tab'
  /** Opens in a new pane if there is room for one. */
  | 'tile'
  | 'right'
  | 'below';

const TILE_COUNTS = [1, 2, 4, 6, 8] as const;
export type TileCount = (typeof TILE_COUNTS)[number];

/** The actions on panes, carried out by the grid that draws them. */
export interface PaneActions {
  /** Shows sessions on screen. A session that already has a pane stays there. */
  show(sessionIds: readonly SessionId[], placement: Placement): void;
  split(direction: 'right' | 'below'): void;
  tile(count: TileCount): void;
  /** Shows only these sessions, side by side, and puts the other panes aside. */
  showSet(sessionIds: readonly SessionId[]): void;
  /** Shows the overview of the set that a session belongs to, in a pane of its own. */
  openSet(sessionId: SessionId): void;
  /** Restores the panes that a set has put aside. */
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
  /** Moves the active tab to the next pane. */
  moveTab(): void;
  /** Makes the active pane larger or smaller by one step. */
  resize(side: 'width' | 'height', step: 1 | -1): void;
}

interface PanesState {
  /** Whether something is to be shown, so that the grid must be drawn. */
  readonly isWanted: boolean;
  /** Whether the last layout has been restored, if there was one. */
  readonly isReady: boolean;
  /** Sessions that have a tab. */
  readonly open: readonly SessionId[];
  /** Sessions that can be seen, in reading order. */
  readonly visible: readonly SessionId[];
  readonly active: SessionId | null;
  /** A session of the set whose overview is active; null if none is. */
  readonly activeSet: SessionId | null;
  /** Includes empty panes. */
  readonly paneCount: number;
  readonly isZoomed: boolean;
  /** Whether panes are put aside while a set of sessions fills the window. */
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

/** Called whenever panes were moved or resized, even if nothing above has changed. */
export const paneMoves = new ListenerSet();

type Wish = (actions: PaneActions) => void;

let connected: PaneActions | null = null;
/** Requests from before the grid was drawn. */
const wishes: Wish[] = [];

/** Calls the function with the grid of panes, now or once it is drawn. */
export function withPanes(wish: Wish): void {
  if (connected !== null) {
    wish(connected);
    return;
  }
  wishes.push(wish);
  panesStore.setState({ isWanted: true });
}

/** Called by the grid; the returned function disconnects it. */
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
