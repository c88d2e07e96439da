import { useId } from 'react';
import type { AgentSessionId } from '#shared/ids';
import type { RemoteSession } from '#shared/ipc/contract';
import { shortAge } from '#window/state/age';
import { folderName } from '#window/state/projects/folderName';
import { useMinute } from '#window/state/useMinute';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Spinner } from '#window/ui/Spinner';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './RemoteSessions.module.css';
import type { ListingState } from './useRemoteSessions';

interface RemoteSessionsProps {
  readonly listing: ListingState;
  readonly chosen: AgentSessionId | null;
  readonly showsFolders: boolean;
  onChoose(id: AgentSessionId): void;
  onRetry(): void;
}

/** The conversations that can be resumed, newest first. */
export function RemoteSessions({ listing, chosen, onChoose, ...rest }: RemoteSessionsProps) {
  const name = useId();
  const now = useMinute();
  switch (listing.state) {
    case 'idle':
      return <p className={styles.words}>Choose an agent and a folder.</p>;
    case 'looking':
      return (
        <p className={styles.words} role="status">
          <Spinner size="small" /> Asking the agent…
        </p>
      );
    case 'failed':
      return (
        <Banner
          tone="danger"
          actions={
            <Button size="small" onClick={rest.onRetry}>
              Try again
            </Button>
          }
        >
          {listing.message}
        </Banner>
      );
    case 'listed':
      break;
  }
  if (listing.sessions.length === 0) {
    return <p className={styles.words}>The agent has no other sessions here.</p>;
  }
  const sessions = listing.sessions.toSorted(
    (left, right) => (right.updatedAt ?? 0) - (left.updatedAt ?? 0),
  );
  return (
    <fieldset className={styles.sessions}>
      <legend className={styles.legend}>Sessions</legend>
      {sessions.map((session) => (
        <label key={session.agentSessionId} className={styles.session}>
          <input
            type="radio"
            name={name}
            checked={session.agentSessionId === chosen}
            onChange={() => onChoose(session.agentSessionId)}
          />
          <span className={styles.title}>{titleOf(session)}</span>
          {rest.showsFolders && <span className={styles.meta}>{folderName(session.folder)}</span>}
          <span className={styles.meta}>
            {session.updatedAt === null ? '' : shortAge(session.updatedAt, now)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function titleOf({ title, agentSessionId }: RemoteSession): string {
  return visibleLine(title || agentSessionId);
}
