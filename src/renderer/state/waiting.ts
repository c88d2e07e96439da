import { useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import type { EntryId, SessionId } from '#shared/ids';
import type { SessionHead } from '#shared/session/state';
import type { SessionSummary } from '#shared/session/summary';
import { panesStore } from './layout/panes';
import { goToEntry, goToSession } from './layout/reveal';
import { showReview } from './layout/reviewPanel';
import { holdSession, sessionModel } from './session/sessionModels';
import { sessionsStore, useSessions } from './session/sessionsStore';

interface WaitingListState {
  readonly isOpen: boolean;
}

/** Whether the list of waiting sessions is expanded. */
export const waitingListStore = createStore<WaitingListState>(() => ({ isOpen: false }));

export function showWaitingList(isOpen: boolean): void {
  waitingListStore.setState({ isOpen });
}

/** The sessions that wait for the user; the one that has waited longest comes first. */
export function waitingSessions(
  sessions: Iterable<SessionSummary> = sessionsStore.getState().sessions?.values() ?? [],
): readonly SessionSummary[] {
  return [...sessions]
    .filter(({ status }) => status === 'waiting')
    .toSorted((left, right) => left.updatedAt - right.updatedAt);
}

export function useWaitingSessions(): readonly SessionSummary[] {
  const sessions = useSessions();
  return useMemo(() => waitingSessions(sessions?.values()), [sessions]);
}

/** The entry that the user has to answer. */
export function waitingEntry(
  head: SessionHead | undefined,
  order: readonly EntryId[],
): EntryId | undefined {
  const [request] = head?.openRequests ?? [];
  if (request !== undefined || head === undefined || head.heldWrites.length > 0) return request;
  return order.findLast((id) => /^(authentication|continuity):/.test(id));
}

/** Shows a session and puts the focus on what it waits for. */
export async function goToWaiting(sessionId: SessionId): Promise<void> {
  goToSession(sessionId);
  const release = holdSession(sessionId);
  try {
    const model = sessionModel(sessionId);
    if (model?.head() === undefined) await model?.open();
    model?.flush();
    const entry = waitingEntry(model?.head(), model?.order() ?? []);
    if (entry !== undefined) goToEntry(sessionId, entry, true);
    else if (model?.head()?.heldWrites.length) showReview(sessionId);
  } finally {
    release();
  }
}

/** Goes to the next waiting session after the one on screen, and starts again at the end. */
export async function goToNextWaiting(): Promise<void> {
  const waiting = waitingSessions();
  const { active } = panesStore.getState();
  const index = waiting.findIndex(({ id }) => id === active);
  const next = waiting[(index + 1) % waiting.length];
  if (next) await goToWaiting(next.id);
}
