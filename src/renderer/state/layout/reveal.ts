import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { EntryId, SessionId } from '#shared/ids';
import { type Placement, withPanes } from './panes';
import { showReview } from './reviewPanel';

/** A place in a changed file; the line counts from 1. */
export interface ChangedPlace {
  readonly path: string;
  readonly line: number | null;
}

/** A place in a session that is to be shown to the user. */
export type Target =
  | { readonly type: 'prompt' }
  /** The changed files; the review is opened for them. */
  | { readonly type: 'changes'; readonly place: ChangedPlace | null }
  | { readonly type: 'entry'; readonly entryId: EntryId; readonly focus: boolean };

export interface Reveal {
  readonly sessionId: SessionId;
  readonly target: Target;
}

interface RevealState {
  readonly pending: Reveal | null;
}

export const revealStore = createStore<RevealState>(() => ({ pending: null }));

/** Shows a session and focuses its prompt. */
export function goToSession(sessionId: SessionId, placement: Placement = 'tab'): void {
  reveal({ sessionId, target: { type: 'prompt' } }, placement);
}

/** Shows a session and scrolls to one of its entries; `focus` goes to the entry's first button. */
export function goToEntry(sessionId: SessionId, entryId: EntryId, focus = false): void {
  reveal({ sessionId, target: { type: 'entry', entryId, focus } }, 'tab');
}

/** Shows a session with its changes, and focuses them. */
export function goToChanges(sessionId: SessionId, place: ChangedPlace | null = null): void {
  showReview(sessionId);
  reveal({ sessionId, target: { type: 'changes', place } }, 'tab');
}

/** The pending reveal of this session; after showing it, call `settleReveal` with it. */
export function useReveal(sessionId: SessionId): Reveal | null {
  return useStore(revealStore, ({ pending }) =>
    pending?.sessionId === sessionId ? pending : null,
  );
}

export function settleReveal(reveal: Reveal): void {
  revealStore.setState((state) => (state.pending === reveal ? { pending: null } : state));
}

function reveal(pending: Reveal, placement: Placement): void {
  withPanes((panes) => panes.show([pending.sessionId], placement));
  revealStore.setState({ pending });
}
