import type { IDockviewPanelHeaderProps } from 'dockview-react';
import { Layers, X } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { sessionMenu } from '#window/actions/sessionMenu';
import { useIsUnread } from '#window/state/seen';
import { titleOf, useSession } from '#window/state/session/sessionsStore';
import { useShownStatus } from '#window/state/session/sessionsToReview';
import { AgentMark } from '#window/ui/AgentMark';
import { Icon } from '#window/ui/Icon';
import { ContextMenu } from '#window/ui/overlay/ContextMenu';
import type { MenuItem } from '#window/ui/overlay/menuItem';
import { tooltip } from '#window/ui/overlay/tooltip';
import { StatusDot } from '#window/ui/StatusDot';
import { isEmptyPane, setOfPane } from './paneLayout';
import styles from './SessionTab.module.css';

export function SessionTab({ api }: IDockviewPanelHeaderProps) {
  const setMember = setOfPane(api.id);
  const session = useSession(api.id as SessionId);
  const first = useSession(setMember ?? (api.id as SessionId));
  const title = isEmptyPane(api.id)
    ? 'Empty pane'
    : setMember === null
      ? titleOf(session)
      : `Set: ${titleOf(first)}`;
  const close = () => api.close();
  const tab = useInSight(api);
  // The library uses this as the tab's label, and returns to the id whenever panes are tiled again.
  useEffect(() => {
    const keep = () => {
      if (api.title !== title) api.setTitle(title);
    };
    keep();
    const { dispose } = api.onDidTitleChange(keep);
    return dispose;
  }, [api, title]);
  return (
    <ContextMenu
      items={menuOf(session, close)}
      target={
        <div
          ref={tab}
          className={styles.tab}
          {...(session && tooltip({ text: title }))}
          onAuxClick={(event) => event.button === MIDDLE_BUTTON && close()}
        >
          {session && <Status session={session} />}
          {setMember !== null && <Icon icon={Layers} size="small" />}
          {session && <AgentMark id={session.agent.id} />}
          <span className={styles.title}>{title}</span>
          {session && <UnreadMark session={session} />}
          {/* For the pointer only, since a tab may hold no button: keys have a command. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: see above. */}
          <span
            className={styles.close}
            aria-hidden="true"
            {...tooltip({ text: 'Close' })}
            // The library starts a drag on a press anywhere in the tab.
            onPointerDown={(event) => event.stopPropagation()}
            onClick={close}
          >
            <Icon icon={X} size="small" />
          </span>
        </div>
      }
    />
  );
}

/** Keeps the active tab visible among many, even when its pane gets narrower. */
function useInSight(api: IDockviewPanelHeaderProps['api']): RefObject<HTMLDivElement | null> {
  const tab = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const show = () => {
      if (!api.isVisible) return;
      requestAnimationFrame(() =>
        tab.current?.closest('.dv-tab')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      );
    };
    show();
    const subscriptions = [api.onDidVisibilityChange(show), api.onDidDimensionsChange(show)];
    return () => {
      for (const subscription of subscriptions) subscription.dispose();
    };
  }, [api]);
  return tab;
}

const MIDDLE_BUTTON = 1;

function Status({ session }: { readonly session: SessionSummary }) {
  return <StatusDot status={useShownStatus(session)} />;
}

/** A mark for the eye only: the sidebar says it in words. */
function UnreadMark({ session }: { readonly session: SessionSummary }) {
  return useIsUnread(session) ? <span className={styles.unread} /> : null;
}

function menuOf(session: SessionSummary | undefined, close: () => void): readonly MenuItem[] {
  const own: MenuItem = { kind: 'action', id: 'close', label: 'Close', icon: X, run: close };
  if (session === undefined) return [own];
  return [own, { kind: 'separator', id: 'session' }, ...sessionMenu(session)];
}
