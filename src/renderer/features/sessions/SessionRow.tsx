import type { SessionSummary } from '#shared/session/summary';
import { folderName } from '../../state/folderName';
import { StatusDot } from '../../ui/StatusDot';
import styles from './SessionRow.module.css';

export function SessionRow({ session }: { readonly session: SessionSummary }) {
  return (
    <li className={styles.row}>
      <span className={styles.status}>
        <StatusDot status={session.status === 'starting' ? 'working' : session.status} />
      </span>
      <span className={styles.title}>{session.title}</span>
      <span className={styles.place}>
        {session.agent.name} · {folderName(session.project)}
      </span>
    </li>
  );
}
