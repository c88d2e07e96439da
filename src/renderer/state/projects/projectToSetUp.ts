import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  closeDialog,
  type DialogName,
  dialogStore,
  openDialog,
} from '#window/state/layout/dialogStore';

interface ProjectToSetUp {
  /** Null: that of the session in front. */
  readonly folder: string | null;
  /** The dialog that it was opened from, which comes back afterwards. */
  readonly from: DialogName | null;
}

const store = createStore<ProjectToSetUp>(() => ({ folder: null, from: null }));

/** Shows the setup of a project, to be trusted or no longer trusted. */
export function openProjectSetup(folder: string | null): void {
  const { open } = dialogStore.getState();
  store.setState({ folder, from: open === 'compare' ? open : null });
  openDialog('projectSetup');
}

export function closeProjectSetup(): void {
  closeDialog('projectSetup');
  const { from } = store.getState();
  if (from !== null) openDialog(from);
}

export function useProjectToSetUp(): string | null {
  return useStore(store, (state) => state.folder);
}
