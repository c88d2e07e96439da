import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';

interface ReviewPanelState {
  readonly open: ReadonlySet<SessionId>;
  /** The panels that opened automatically and that the user has not used since. */
  readonly offered: ReadonlySet<SessionId>;
  /** The panels that the user closed; they do not open automatically again. */
  readonly dismissed: ReadonlySet<SessionId>;
  /** The panel that fills its pane. */
  readonly maximised: SessionId | null;
}

/** Which panes show the changes of their session. */
export const reviewPanelStore = createStore<ReviewPanelState>(() => ({
  open: new Set(),
  offered: new Set(),
  dismissed: new Set(),
  maximised: null,
}));

export function showReview(id: SessionId): void {
  reviewPanelStore.setState(({ open, offered, dismissed }) => ({
    open: new Set(open).add(id),
    offered: without(offered, id),
    dismissed: without(dismissed, id),
  }));
}

/** Opens the review at the first change of a session, unless the user has closed it before. */
export function offerReview(id: SessionId): void {
  const { open, offered, dismissed } = reviewPanelStore.getState();
  if (open.has(id) || dismissed.has(id)) return;
  showReview(id);
  reviewPanelStore.setState({ offered: new Set(offered).add(id) });
}

/**
 * Closes an automatically opened review if there is no room for it, so that it does not hide the
 * transcript.
 */
export function withdrawReview(id: SessionId): void {
  const { open, offered } = reviewPanelStore.getState();
  if (!offered.has(id)) return;
  reviewPanelStore.setState({ open: without(open, id), offered: without(offered, id) });
}

/** Keeps a review open that the user is working in. */
export function keepReview(id: SessionId): void {
  const { offered } = reviewPanelStore.getState();
  if (offered.has(id)) reviewPanelStore.setState({ offered: without(offered, id) });
}

export function hideReview(id: SessionId): void {
  reviewPanelStore.setState(({ open, offered, dismissed, maximised }) => ({
    open: without(open, id),
    offered: without(offered, id),
    dismissed: new Set(dismissed).add(id),
    maximised: maximised === id ? null : maximised,
  }));
}

export function toggleReview(id: SessionId): void {
  if (reviewPanelStore.getState().open.has(id)) hideReview(id);
  else showReview(id);
}

export function toggleReviewSize(id: SessionId): void {
  keepReview(id);
  reviewPanelStore.setState(({ maximised }) => ({ maximised: maximised === id ? null : id }));
}

export function useReviewPanel<T>(select: (state: ReviewPanelState) => T): T {
  return useStore(reviewPanelStore, select);
}

function without(ids: ReadonlySet<SessionId>, id: SessionId): ReadonlySet<SessionId> {
  return new Set([...ids].filter((other) => other !== id));
}
