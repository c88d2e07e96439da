import { PanelLeftClose, Plus, Search } from 'lucide-react';
import { commands, useShortcut } from '../commands/commands';
import { SessionList } from '../features/sessions/SessionList';
import { Button } from '../ui/Button';
import { IconButton } from '../ui/IconButton';
import { Kbd } from '../ui/Kbd';
import { Logo } from '../ui/Logo';
import styles from './Sidebar.module.css';
import { SidebarFooter } from './SidebarFooter';
import { SidebarResizer } from './SidebarResizer';
import { WaitingSlot } from './WaitingSlot';

export function Sidebar() {
  const newSession = useShortcut('session.new');
  return (
    <nav className={styles.sidebar} aria-label="Sessions">
      <div className={styles.header}>
        <span className={styles.brand}>
          <Logo size={20} />
          <span className={styles.wordmark}>Airlock</span>
        </span>
        <WaitingSlot />
        <IconButton
          icon={Search}
          label="Command palette"
          shortcut={useShortcut('palette.show')}
          onClick={() => commands.run('palette.show')}
        />
        <IconButton
          icon={PanelLeftClose}
          label="Hide sidebar"
          shortcut={useShortcut('sidebar.toggle')}
          onClick={() => commands.run('sidebar.toggle')}
        />
      </div>
      <div className={styles.start}>
        <Button
          fullWidth
          icon={Plus}
          trailing={newSession && <Kbd shortcut={newSession} />}
          aria-keyshortcuts={newSession?.aria}
          onClick={() => commands.run('session.new')}
        >
          New session
        </Button>
      </div>
      <div className={styles.list}>
        <SessionList />
      </div>
      <SidebarFooter />
      <SidebarResizer />
    </nav>
  );
}
