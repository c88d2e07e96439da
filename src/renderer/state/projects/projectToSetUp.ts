import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { openDialog } from '#window/state/layout/dialogStore';

interface ProjectToSetUp {
  /** Null: that of the session in front. */
  readonly folder: string | null;
}

const store = createStore<ProjectToSetUp>(() => ({ folder: null }));

/** Shows the setup of a project, to be trusted or no longer trusted. */
export function openProjectSetup(folder: string | null): void {
  store.setState({ folder });
  openDialog('projectSetup');
}

export function useProjectToSetUp(): string | null {
  return useStore(store, (state) => state.folder);
}
