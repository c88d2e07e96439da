import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  closeDialog,
  type DialogName,
  dialogStore,
  openDialog,
} from '#window/state/layout/dialogStore';

interface ProjectToSetUp {
  /** Null: the project of the active session. */
  readonly folder: string | null;
  /** The dialog to return to afterwards. */
  readonly from: DialogName | null;
}

const store = createStore<ProjectToSetUp>(() => ({ folder: null, from: null }));

/** Shows the setup of a project, so that the user can trust it or withdraw the trust. */
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
