import { createStore } from 'zustand/vanilla';

export interface Confirmation {
  readonly title: string;
  readonly description: string;
  /** A list of facts, one per line. */
  readonly facts?: readonly string[];
  readonly action: string;
  run(): void | Promise<void>;
}

interface ConfirmationState {
  /** Kept while the dialog closes, so that its text does not vanish first. */
  readonly question: Confirmation | null;
  readonly isOpen: boolean;
}

export const confirmationStore = createStore<ConfirmationState>(() => ({
  question: null,
  isOpen: false,
}));

/** Asks before something that cannot be undone. */
export function confirmFirst(question: Confirmation): void {
  confirmationStore.setState({ question, isOpen: true });
}

export function closeConfirmation(): void {
  confirmationStore.setState({ isOpen: false });
}
