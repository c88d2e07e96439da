import { useMemo } from 'react';
import type { SessionSummary } from '#shared/session/summary';
import { allChangedLines, useAllChangedLines, useChangedLines } from './changedLines';
import { sessionsStore, useSessions } from './sessionsStore';
import { isToReview, type ShownStatus, shownStatus } from './shownStatus';

export function useShownStatus({ id, status }: SessionSummary): ShownStatus {
  return shownStatus(status, useChangedLines(id) !== undefined);
}

/** The sessions to review; the one that has waited longest comes first. */
export function sessionsToReview(
  sessions: Iterable<SessionSummary> = sessionsStore.getState().sessions?.values() ?? [],
  lines = allChangedLines(),
): readonly SessionSummary[] {
  return [...sessions]
    .filter((session) => isToReview(session, lines))
    .toSorted((left, right) => left.updatedAt - right.updatedAt);
}

export function useSessionsToReview(): readonly SessionSummary[] {
  const lines = useAllChangedLines();
  const sessions = useSessions();
  return useMemo(() => sessionsToReview(sessions?.values() ?? [], lines), [sessions, lines]);
}
