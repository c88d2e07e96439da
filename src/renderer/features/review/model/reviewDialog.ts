import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';

export type ReviewDialogName =
  | 'commit'
  | 'branch'
  | 'rewind'
  | 'feedback'
  | 'compare'
  | 'check'
  | 'deliver';

interface ReviewDialogState {
  readonly name: ReviewDialogName | null;
  readonly session: SessionId | null;
}

const store = createStore<ReviewDialogState>(() => ({ name: null, session: null }));

export function openReviewDialog(name: ReviewDialogName, session: SessionId): void {
  store.setState({ name, session });
}

export function closeReviewDialog(): void {
  store.setState({ name: null });
}

export function useReviewDialog(): ReviewDialogState {
  return useStore(store);
}
