import type { SessionHead } from '#shared/session/state';
import { whyUnavailable } from '#shared/session/unavailable';
import { reportError } from '../../diagnostics/reportError';
import { call } from '../../ipc/client';
import { Button } from '../../ui/Button';
import { Spinner } from '../../ui/Spinner';
import styles from './Activity.module.css';
import { Elapsed } from './Elapsed';
import { Starting } from './Starting';
import { useNow } from './ticker';

/** As long as main waits before it says that the agent does not stop. */
const PATIENCE_MILLISECONDS = 10_000;

/** The last line of a transcript while something is under way. */
export function Activity({ head }: { readonly head: SessionHead }) {
  if (head.turn?.cancelling) return <Stopping head={head} />;
  if (head.openRequests.length > 0) return null;
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

function Stopping({ head }: { readonly head: SessionHead }) {
  const now = useNow();
  // There is nothing to wait for where the agent cannot be told.
  const isDeaf = whyUnavailable(head.details, 'cancel') !== null;
  const isSlow = isDeaf || now - head.updatedAt > PATIENCE_MILLISECONDS;
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
