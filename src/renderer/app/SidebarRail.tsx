import { PanelLeftOpen, Plus, Search } from 'lucide-react';
import { commands, useShortcut } from '#window/commands/commands';
import { IconButton } from '#window/ui/form/IconButton';
import styles from './Sidebar.module.css';
import { SidebarFooter } from './SidebarFooter';

/** The hidden sidebar: the same actions, as icons. */
import { WaitingSlot } from './WaitingSlot';

export function SidebarRail() {
  return (
    <nav className={styles.rail} aria-label="Sessions">
      <IconButton
        icon={PanelLeftOpen}
        label="Show sidebar"
        tooltipSide="right"
        shortcut={useShortcut('sidebar.toggle')}
        onClick={() => commands.run('sidebar.toggle')}
      />
      <IconButton
        icon={Plus}
        label="New session"
        tooltipSide="right"
        shortcut={useShortcut('session.new')}
        onClick={() => commands.run('session.new')}
      />
      <WaitingSlot side="right" />
      <IconButton
        icon={Search}
        label="Command palette"
        tooltipSide="right"
        shortcut={useShortcut('palette.show')}
        onClick={() => commands.run('palette.show')}
      />
      <SidebarFooter tooltipSide="right" />
    </nav>
  );
}
