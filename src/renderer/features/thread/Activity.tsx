import { Hand } from 'lucide-react';
import { heldWriteWords, waitsForUser } from '#shared/session/select';
import type { SessionHead } from '#shared/session/state';
import { whyUnavailable } from '#shared/session/words/unavailable';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { Spinner } from '#window/ui/Spinner';
import styles from './Activity.module.css';
import { Starting } from './Starting';
import { Elapsed } from './time/Elapsed';
import { useNow } from './time/ticker';

/** How long main waits before it reports that the agent does not stop. */
const PATIENCE_MILLISECONDS = 10_000;

/** The last line of a transcript while something is under way. */
export function Activity({ head }: { readonly head: SessionHead }) {
  if (head.turn?.cancelling) return <Stopping head={head} />;
  if (waitsForUser(head)) return <Waiting head={head} />;
  if (head.turn !== null) {
    return (
      <p className={styles.activity}>
        <Spinner size="small" />
        Working <Elapsed since={head.turn.startedAt} />
      </p>
    );
  }
  return head.connection.type === 'starting' ? <Starting head={head} /> : null;
}

/** A question is in the transcript itself; a write is reviewed beside it or from the bar below. */
function Waiting({ head }: { readonly head: SessionHead }) {
  const [write, ...more] = head.heldWrites;
  if (head.openRequests.length > 0 || write === undefined) return null;
  return (
    <p className={styles.activity}>
      <Icon icon={Hand} size="small" />
      <span className={styles.words}>{heldWriteWords(write, more.length)}</span>
    </p>
  );
}

function Stopping({ head }: { readonly head: SessionHead }) {
  const now = useNow();
  // If the agent cannot be stopped, nothing waits for it to stop.
  const isDeaf = whyUnavailable(head.details, 'cancel') !== null;
  // Output in the meantime does not restart the wait.
  const since = head.turn?.stoppedAt ?? head.updatedAt;
  const isSlow = isDeaf || now - since > PATIENCE_MILLISECONDS;
  return (
    <p className={styles.activity}>
      <Spinner size="small" />
      {isDeaf && 'Still working.'}
      {!isDeaf && (isSlow ? 'The agent has not stopped.' : 'Stopping…')}
      {isSlow && (
        <Button
          size="small"
          onClick={() => {
            call('sessions.forceStop', { sessionId: head.id }).catch(reportError);
          }}
        >
          Force stop
        </Button>
      )}
    </p>
  );
}
