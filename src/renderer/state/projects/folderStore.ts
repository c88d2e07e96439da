import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readPersisted, writePersisted } from '#window/state/persisted';

/** As many as fit on the welcome screen without scrolling. */
const MAX_RECENT = 6;

interface FolderState {
  /** The project that this window was opened on, if any. */
  readonly current: string | null;
  /** Newest first. */
  readonly recent: readonly string[];
}

export const folderStore = createStore<FolderState>(() => ({
  current: null,
  recent: readPersisted('recentFolders', readFolders, []),
}));

export function setCurrentFolder(folder: string): void {
  folderStore.setState({ current: withoutEndSlash(folder) });
  rememberFolder(folder);
}

export function rememberFolder(path: string): void {
  const folder = withoutEndSlash(path);
  const others = folderStore.getState().recent.filter((other) => other !== folder);
  const recent = [folder, ...others].slice(0, MAX_RECENT);
  folderStore.setState({ recent });
  writePersisted('recentFolders', recent);
}

/** The same folder in one spelling, whether or not the user typed a slash at the end. */
function withoutEndSlash(path: string): string {
  return path.replace(/(?<=[^/\\:])[/\\]+$/, '');
}

export function forgetFolder(folder: string): void {
  const recent = folderStore.getState().recent.filter((other) => other !== folder);
  folderStore.setState({ recent });
  writePersisted('recentFolders', recent);
}

export function useRecentFolders(): readonly string[] {
  return useStore(folderStore, (state) => state.recent);
}

export function useCurrentFolder(): string | null {
  return useStore(folderStore, (state) => state.current);
}

function readFolders(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.slice(0, MAX_RECENT)
    : undefined;
}
