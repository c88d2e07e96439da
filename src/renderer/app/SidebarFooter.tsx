import { Moon, Settings, Sun } from 'lucide-react';
import { commands, useShortcut } from '../commands/commands';
import { IconButton } from '../ui/IconButton';
import { useOtherTheme } from './appearance';
import styles from './Sidebar.module.css';

export function SidebarFooter({ tooltipSide = 'top' }: { readonly tooltipSide?: 'top' | 'right' }) {
  const otherTheme = useOtherTheme();
  return (
    <div className={styles.footer}>
      <IconButton
        icon={Settings}
        label="Settings"
        tooltipSide={tooltipSide}
        shortcut={useShortcut('settings.show')}
        onClick={() => commands.run('settings.show')}
      />
      <IconButton
        icon={otherTheme === 'dark' ? Moon : Sun}
        label={`Switch to ${otherTheme} theme`}
        tooltipSide={tooltipSide}
        onClick={() => commands.run('theme.toggle')}
      />
    </div>
  );
}
