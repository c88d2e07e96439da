import { Ban, Check, CircleDashed, CircleX } from 'lucide-react';
import type { ToolStatus } from '#shared/session/content';
import type { ToolEntry } from '#shared/session/entries';
import { Elapsed } from '#window/features/thread/time/Elapsed';
import { Icon } from '#window/ui/Icon';
import { Spinner } from '#window/ui/Spinner';
import { formatDuration } from '#window/ui/text/duration';
import styles from './ToolRow.module.css';

type ToolStateProps = Pick<ToolEntry, 'status' | 'at' | 'endedAt' | 'waited'>;

const names: Readonly<Record<ToolStatus, string>> = {
  pending: 'Waiting',
  in_progress: 'Running',
  completed: 'Done',
  failed: 'Failed',
  cancelled: 'Stopped',
};

/** The result and the duration, shown by word and shape as well as by colour. */
export function ToolState({ status, at, endedAt, waited }: ToolStateProps) {
  const { milliseconds = 0, since = null } = waited ?? {};
  // The clock stops while it waits for the user.
  const until = since ?? endedAt;
  return (
    <span className={styles.state} data-status={status}>
      {status === 'failed' || status === 'cancelled' ? (
        <span className={styles.word}>{names[status]}</span>
      ) : null}
      <span className={styles.time}>
        {until === null ? (
          <Elapsed since={at + milliseconds} />
        ) : (
          durationOf(until - at - milliseconds)
        )}
      </span>
      <span role="img" aria-label={names[status] ?? status} className={styles.mark}>
        <StatusMark status={status} />
      </span>
    </span>
  );
}

/** A duration of almost nothing is not shown. */
function durationOf(milliseconds: number): string {
  return milliseconds < 100 ? '' : formatDuration(milliseconds);
}

function StatusMark({ status }: { readonly status: ToolStatus }) {
  switch (status) {
    case 'pending':
      return <Icon icon={CircleDashed} size="small" />;
    case 'in_progress':
      return <Spinner size="small" />;
    case 'failed':
      return <Icon icon={CircleX} size="small" />;
    case 'cancelled':
      return <Icon icon={Ban} size="small" />;
    default:
      return <Icon icon={Check} size="small" />;
  }
}
