import type { IDockviewHeaderActionsProps } from 'dockview-react';
import { Columns2, Ellipsis, Maximize2, Minimize2, Rows2, X } from 'lucide-react';
import type { AppCommandId } from '#shared/commands/commandTable';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { sessionMenu } from '#window/actions/sessionMenu';
import { commands, useShortcut } from '#window/commands/commands';
import { usePanes } from '#window/state/layout/panes';
import { titleOf, useSession } from '#window/state/session/sessionsStore';
import { IconButton } from '#window/ui/form/IconButton';
import { Menu } from '#window/ui/overlay/Menu';
import type { MenuItem } from '#window/ui/overlay/menuItem';
import { AgentBadge } from './AgentBadge';
import { GitBadge } from './GitBadge';
import { Guarantee } from './Guarantee';
import styles from './PaneButtons.module.css';

/** The right end of a pane's header: the agent, the guarantee, and the actions of the pane. */
export function PaneButtons({ activePanel }: IDockviewHeaderActionsProps) {
  const session = useSession((activePanel?.id ?? '') as SessionId);
  const isZoomed = usePanes((panes) => panes.isZoomed);
  const paneCount = usePanes((panes) => panes.paneCount);
  const zoom = useShortcut('pane.zoom');
  const inPane = (command: AppCommandId) => () => {
    activePanel?.api.setActive();
    commands.run(command);
  };
  return (
    <div className={styles.actions}>
      {session && <GitBadge sessionId={session.id} />}
      {session && <AgentBadge session={session} />}
      {session && <Guarantee session={session} />}
      {paneCount > 1 && (
        <span className={styles.zoom}>
          <IconButton
            icon={isZoomed ? Minimize2 : Maximize2}
            label={isZoomed ? 'Show all panes' : 'Zoom pane'}
            size="small"
            shortcut={zoom}
            aria-pressed={isZoomed}
            onClick={inPane('pane.zoom')}
          />
        </span>
      )}
      <Menu
        trigger={
          <IconButton
            icon={Ellipsis}
            label={session ? `Actions for ${titleOf(session)}` : 'Pane actions'}
            size="small"
          />
        }
        items={usePaneMenu(session, inPane)}
      />
    </div>
  );
}

function usePaneMenu(
  session: SessionSummary | undefined,
  inPane: (command: AppCommandId) => () => void,
): readonly MenuItem[] {
  const own: MenuItem[] = [
    {
      kind: 'action',
      id: 'splitRight',
      label: 'Split right',
      icon: Columns2,
      shortcut: useShortcut('pane.splitRight'),
      run: inPane('pane.splitRight'),
    },
    {
      kind: 'action',
      id: 'splitDown',
      label: 'Split down',
      icon: Rows2,
      shortcut: useShortcut('pane.splitDown'),
      run: inPane('pane.splitDown'),
    },
    {
      kind: 'action',
      id: 'close',
      label: 'Close',
      icon: X,
      shortcut: useShortcut('pane.close'),
      run: inPane('pane.close'),
    },
  ];
  if (session === undefined) return own;
  const items = sessionMenu(session).filter(
    (item) => item.id !== 'beside' && item.id !== 'opening',
  );
  return [...own, { kind: 'separator', id: 'session' }, ...items];
}
