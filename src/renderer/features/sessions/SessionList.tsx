import { MessagesSquare } from 'lucide-react';
import type { SessionSummary } from '#shared/session/summary';
import { useSessions } from '../../state/sessionsStore';
import { EmptyState } from '../../ui/EmptyState';
import { SessionRow } from './SessionRow';

/** The newest session first: a row never moves because its session did something. */
export function SessionList() {
  const sessions = useSessions();
  if (sessions === null) return null;
  const listed = [...sessions.values()]
    .filter((session) => !session.archived)
    .toSorted(byCreationNewestFirst);
  if (listed.length === 0) return <NoSessions />;
  return (
    <ul>
      {listed.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  );
}

function NoSessions() {
  return (
    <EmptyState icon={MessagesSquare} title="No sessions yet">
      Give an agent a task and it appears here, with what it is doing and whether it waits for you.
    </EmptyState>
  );
}

function byCreationNewestFirst(left: SessionSummary, right: SessionSummary): number {
  return right.createdAt - left.createdAt;
}
