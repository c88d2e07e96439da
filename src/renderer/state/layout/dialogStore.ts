import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export type DialogName =
  | 'newSession'
  | 'importSession'
  | 'broadcast'
  | 'compare'
  | 'scores'
  | 'whoWrote'
  | 'settings'
  | 'palette'
  | 'projectSetup'
  | 'update';

interface DialogState {
  /** At most one dialog is open: a second one replaces the first. */
  readonly open: DialogName | null;
}

export const dialogStore = createStore<DialogState>(() => ({ open: null }));

export function openDialog(name: DialogName): void {
  dialogStore.setState({ open: name });
}

/** Closes the dialog, unless another one has replaced it in the meantime. */
export function closeDialog(name: DialogName): void {
  dialogStore.setState((state) => (state.open === name ? { open: null } : state));
}

export function useDialogIsOpen(name: DialogName): boolean {
  return useStore(dialogStore, (state) => state.open === name);
}
