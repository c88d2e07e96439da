import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openDialog } from './layout/dialogStore';

interface WhoWroteState {
  readonly folder: string;
  /** Null until the user has named a file. */
  readonly path: string | null;
}

const store = createStore<WhoWroteState>(() => ({ folder: '', path: null }));

/** Shows who brought in the lines of a file. */
export function showWhoWrote(folder: string, path: string | null): void {
  store.setState({ folder, path });
  openDialog('whoWrote');
}

export function chooseFile(path: string | null): void {
  store.setState({ path });
}

export function useWhoWrote(): WhoWroteState {
  return useStore(store);
}
