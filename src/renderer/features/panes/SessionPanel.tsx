import type { IDockviewPanelProps } from 'dockview-react';
import { type ComponentType, useCallback, useSyncExternalStore } from 'react';
import type { SessionId } from '#shared/ids';
import { titleOf, useSession } from '../../state/sessionsStore';
import styles from './SessionPanel.module.css';

export interface SessionViewProps {
  readonly sessionId: SessionId;
}

interface SessionPanelProps {
  readonly api: IDockviewPanelProps['api'];
  readonly view: ComponentType<SessionViewProps>;
}

/** A session in its pane. Behind another tab it costs nothing: it is loaded anew when it shows. */
export function SessionPanel({ api, view: View }: SessionPanelProps) {
  const sessionId = api.id as SessionId;
  const title = titleOf(useSession(sessionId));
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = api.onDidVisibilityChange(listener);
      return () => subscription.dispose();
    },
    [api],
  );
  const isVisible = useSyncExternalStore(subscribe, () => api.isVisible);
  if (!isVisible) return null;
  return (
    <section className={styles.panel} aria-label={`Session: ${title}`} data-session={sessionId}>
      <View sessionId={sessionId} />
    </section>
  );
}
