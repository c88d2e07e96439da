import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readPersisted, writePersisted } from '#window/state/persisted';
import type { TabKey } from './tabs/tabKey';
import { emptyLayout, readTabLayout, type TabLayout } from './tabs/tabLayout';

export const PANEL_MIN_HEIGHT = 120;
export const PANEL_DEFAULT_HEIGHT = 280;
/** The height that the rest of the window keeps at least. */
export const REST_MIN_HEIGHT = 160;

interface PanelState {
  readonly isOpen: boolean;
  readonly height: number;
  readonly layout: TabLayout;
  readonly isSearching: boolean;
  /** The terminal whose name is being changed. */
  readonly renaming: TabKey | null;
  /** Raised each time the terminal should get the focus. */
  readonly focusRequests: number;
}

const KEY = 'terminalPanel';

/** The panel at the foot of the window: whether it is open, how high, and its tabs. */
export const panelStore = createStore<PanelState>(() => ({
  ...readPersisted(KEY, readState, {
    isOpen: false,
    height: PANEL_DEFAULT_HEIGHT,
    layout: emptyLayout,
  }),
  isSearching: false,
  renaming: null,
  focusRequests: 0,
}));

export function usePanel<T>(select: (state: PanelState) => T): T {
  return useStore(panelStore, select);
}

export function setPanelOpen(isOpen: boolean): void {
  change({ isOpen, ...(isOpen ? {} : { isSearching: false }) });
}

/** Opens the panel if needed and focuses the terminal that it shows. */
export function focusPanel(): void {
  change({ isOpen: true, focusRequests: panelStore.getState().focusRequests + 1 });
}

export function resizePanel(height: number): void {
  const highest = Math.max(PANEL_MIN_HEIGHT, window.innerHeight - REST_MIN_HEIGHT);
  change({ height: Math.round(Math.min(highest, Math.max(PANEL_MIN_HEIGHT, height))) });
}

export function setSearching(isSearching: boolean): void {
  change({ isSearching });
}

export function setRenaming(renaming: TabKey | null): void {
  change({ renaming });
}

export function changeLayout(update: (layout: TabLayout) => TabLayout): void {
  const { layout } = panelStore.getState();
  const next = update(layout);
  if (next !== layout) change({ layout: next });
}

function change(fields: Partial<PanelState>): void {
  panelStore.setState(fields);
  const { isOpen, height, layout } = panelStore.getState();
  writePersisted(KEY, { isOpen, height, layout });
}

function readState(value: unknown): Pick<PanelState, 'isOpen' | 'height' | 'layout'> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { isOpen, height, layout } = value as Partial<Record<keyof PanelState, unknown>>;
  if (typeof isOpen !== 'boolean' || typeof height !== 'number') return undefined;
  return { isOpen, height, layout: readTabLayout(layout) ?? emptyLayout };
}
