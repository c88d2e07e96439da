import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';

interface ReviewPanelState {
  readonly open: ReadonlySet<SessionId>;
  /** Closed by the user: it does not open by itself again. */
  readonly dismissed: ReadonlySet<SessionId>;
  /** The one that takes all of its pane. */
  readonly maximised: SessionId | null;
}

/** Which panes show the changes of their session. */
export const reviewPanelStore = createStore<ReviewPanelState>(() => ({
  open: new Set(),
  dismissed: new Set(),
  maximised: null,
}));

export function showReview(id: SessionId): void {
  reviewPanelStore.setState(({ open, dismissed }) => ({
    open: new Set(open).add(id),
    dismissed: without(dismissed, id),
  }));
}

/** The first change of a session shows itself, unless the user has closed the panel before. */
export function offerReview(id: SessionId): void {
  const { open, dismissed } = reviewPanelStore.getState();
  if (!open.has(id) && !dismissed.has(id)) showReview(id);
}

export function hideReview(id: SessionId): void {
  reviewPanelStore.setState(({ open, dismissed, maximised }) => ({
    open: without(open, id),
    dismissed: new Set(dismissed).add(id),
    maximised: maximised === id ? null : maximised,
  }));
}

export function toggleReview(id: SessionId): void {
  if (reviewPanelStore.getState().open.has(id)) hideReview(id);
  else showReview(id);
}

export function toggleReviewSize(id: SessionId): void {
  reviewPanelStore.setState(({ maximised }) => ({ maximised: maximised === id ? null : id }));
}

export function useReviewPanel<T>(select: (state: ReviewPanelState) => T): T {
  return useStore(reviewPanelStore, select);
}

function without(ids: ReadonlySet<SessionId>, id: SessionId): ReadonlySet<SessionId> {
  return new Set([...ids].filter((other) => other !== id));
}
