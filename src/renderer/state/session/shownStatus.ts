import type { LineCounts } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import type { SessionStatus } from '#shared/session/select';
import type { SessionSummary } from '#shared/session/summary';

/** The status of a session, combined with its undecided changes. */
export type ShownStatus = SessionStatus | 'review';

/** A session's status in words. */
export const statusWords: Readonly<Record<ShownStatus, string>> = {
  starting: 'Starting',
  working: 'Working',
  waiting: 'Waiting for you',
  review: 'Ready for review',
  failed: 'Failed',
  interrupted: 'Interrupted',
  idle: 'Idle',
};

/** Undecided lines by session; sessions without any are not in it. */
export type ChangedLines = Readonly<Record<SessionId, LineCounts>>;

/** A session with undecided files is never shown as idle. */
export function shownStatus(status: SessionStatus, hasOpenChanges: boolean): ShownStatus {
  return status === 'idle' && hasOpenChanges ? 'review' : status;
}

/** Whether the agent is idle, for whatever reason, and files of it are undecided. */
export function isToReview({ id, status, archived }: SessionSummary, lines: ChangedLines): boolean {
  const isAtRest = status === 'idle' || status === 'failed' || status === 'interrupted';
  return isAtRest && !archived && lines[id] !== undefined;
}
