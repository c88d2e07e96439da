import type { IDockviewHeaderActionsProps } from 'dockview-react';
import { Columns2, Ellipsis, Maximize2, Minimize2, Rows2, X } from 'lucide-react';
import type { AppCommandId } from '#shared/commands/commandTable';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { commands, useShortcut } from '../../commands/commands';
import { usePanes } from '../../state/panes';
import { sessionMenu } from '../../state/sessionMenu';
import { titleOf, useSession } from '../../state/sessionsStore';
import { IconButton } from '../../ui/IconButton';
import { Menu } from '../../ui/Menu';
import type { MenuItem } from '../../ui/menuItem';
import { AgentBadge } from './AgentBadge';
import { Guarantee } from './Guarantee';
import styles from './PaneActions.module.css';

/** The right end of a pane's head: its session's agent and guarantee, and what can be done with it. */
export function PaneActions({ activePanel }: IDockviewHeaderActionsProps) {
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
