import { classNames } from './classNames';
import styles from './StatusDot.module.css';

export type Status =
  | 'starting'
  | 'working'
  | 'waiting'
  | 'review'
  | 'idle'
  | 'failed'
  | 'interrupted';

const names: Readonly<Record<Status, string>> = {
  starting: 'Starting',
  working: 'Working',
  waiting: 'Waiting for you',
  review: 'Ready for review',
  idle: 'Idle',
  failed: 'Failed',
  interrupted: 'Interrupted',
};

/** Each status has its own shape, so that colour is never the only difference. */
export function StatusDot({ status }: { readonly status: Status }) {
  return (
    <span className={classNames(styles.dot, styles[status])} role="img" aria-label={names[status]}>
      <svg
        className={styles.shape}
        width="12"
        height="12"
        viewBox="0 0 12 12"
        fill="none"
        aria-hidden="true"
      >
        <Shape status={status} />
      </svg>
    </span>
  );
}

function Shape({ status }: { readonly status: Status }) {
  switch (status) {
    case 'starting':
    case 'working':
      return (
        <>
          <circle className={styles.track} cx="6" cy="6" r="4" />
          <path className={styles.stroke} d="M10 6a4 4 0 0 0-4-4" />
        </>
      );
    case 'waiting':
      return (
        <>
          <circle className={styles.halo} cx="6" cy="6" r="6" />
          <circle className={styles.fill} cx="6" cy="6" r="3.5" />
        </>
      );
    case 'review':
      return (
        <>
          <path className={styles.stroke} d="M6 1.5 10.5 6 6 10.5 1.5 6Z" />
          <circle className={styles.fill} cx="6" cy="6" r="1.6" />
        </>
      );
    case 'idle':
      return <circle className={styles.stroke} cx="6" cy="6" r="3.5" />;
    case 'failed':
      return <path className={styles.stroke} d="m3 3 6 6m0-6-6 6" />;
    case 'interrupted':
      return <path className={styles.stroke} d="M4 2.5v7m4-7v7" />;
  }
}
