import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readPersisted, writePersisted } from '#window/state/persisted';

export const SIDEBAR_MIN_WIDTH = 200;
export const SIDEBAR_MAX_WIDTH = 420;
export const SIDEBAR_DEFAULT_WIDTH = 260;

interface SidebarState {
  readonly width: number;
  readonly collapsed: boolean;
}

const sidebarStore = createStore<SidebarState>(() =>
  readPersisted('sidebar', readState, { width: SIDEBAR_DEFAULT_WIDTH, collapsed: false }),
);

/** Limits the width to its bounds. */
export function resizeSidebar(width: number): void {
  change({ width: clamp(Math.round(width)), collapsed: false });
}

export function toggleSidebar(): void {
  const { width, collapsed } = sidebarStore.getState();
  change({ width, collapsed: !collapsed });
}

export function showSidebar(): void {
  const { width, collapsed } = sidebarStore.getState();
  if (collapsed) change({ width, collapsed: false });
}

export function useSidebar(): SidebarState {
  return useStore(sidebarStore);
}

function change(state: SidebarState): void {
  sidebarStore.setState(state);
  writePersisted('sidebar', state);
}

function clamp(width: number): number {
  return Math.min(SIDEBAR_MAX_WIDTH, Math.max(SIDEBAR_MIN_WIDTH, width));
}

function readState(value: unknown): SidebarState | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { width, collapsed } = value as Partial<Record<keyof SidebarState, unknown>>;
  return typeof width === 'number' && typeof collapsed === 'boolean'
    ? { width: clamp(width), collapsed }
    : undefined;
}
