import type { IDockviewPanelHeaderProps } from 'dockview-react';
import { X } from 'lucide-react';
import type { SessionId } from '#shared/ids';
import { titleOf, useSession } from '../../state/sessionsStore';
import { AgentMark } from '../../ui/AgentMark';
import { IconButton } from '../../ui/IconButton';
import { StatusDot } from '../../ui/StatusDot';
import { tooltip } from '../../ui/tooltip';
import { isEmptyPane } from './paneLayout';
import styles from './SessionTab.module.css';

export function SessionTab({ api }: IDockviewPanelHeaderProps) {
  const session = useSession(api.id as SessionId);
  const title = isEmptyPane(api.id) ? 'Empty pane' : titleOf(session);
  return (
    <div className={styles.tab} {...(session && tooltip({ text: title }))}>
      {session && <StatusDot status={session.status} />}
      {session && <AgentMark id={session.agent.id} name={session.agent.name} />}
      <span className={styles.title}>{title}</span>
      {/* The library starts a drag on a press anywhere in the tab. */}
      <span className={styles.close} onPointerDown={(event) => event.stopPropagation()}>
        <IconButton
          icon={X}
          label={`Close ${title}`}
          size="small"
          tabIndex={-1}
          onClick={() => api.close()}
        />
      </span>
    </div>
  );
}
