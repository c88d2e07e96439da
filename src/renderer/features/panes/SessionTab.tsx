import type { IDockviewPanelHeaderProps } from 'dockview-react';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import type { SessionId } from '#shared/ids';
import { titleOf, useSession } from '../../state/sessionsStore';
import { AgentMark } from '../../ui/AgentMark';
import { Icon } from '../../ui/Icon';
import { StatusDot } from '../../ui/StatusDot';
import { tooltip } from '../../ui/tooltip';
import { isEmptyPane } from './paneLayout';
import styles from './SessionTab.module.css';

export function SessionTab({ api }: IDockviewPanelHeaderProps) {
  const session = useSession(api.id as SessionId);
  const title = isEmptyPane(api.id) ? 'Empty pane' : titleOf(session);
  // The library names the tab by it.
  useEffect(() => api.setTitle(title), [api, title]);
  return (
    <div className={styles.tab} {...(session && tooltip({ text: title }))}>
      {session && <StatusDot status={session.status} />}
      {session && <AgentMark id={session.agent.id} name={session.agent.name} />}
      <span className={styles.title}>{title}</span>
      {/* For the pointer only, since a tab may hold no button: keys have a command. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above. */}
      <span
        className={styles.close}
        aria-hidden="true"
        {...tooltip({ text: 'Close' })}
        // The library starts a drag on a press anywhere in the tab.
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => api.close()}
      >
        <Icon icon={X} size="small" />
      </span>
    </div>
  );
}
