import { Moon, OctagonX, Radio, Settings, Sun } from 'lucide-react';
import { runningSessions } from '#window/actions/sessionActions';
import { CommandButton } from '#window/commands/CommandButton';
import { commands, useShortcut } from '#window/commands/commands';
import { useSessions } from '#window/state/session/sessionsStore';
import { IconButton } from '#window/ui/form/IconButton';
import { useOtherTheme } from './appearance';
import styles from './Sidebar.module.css';

export function SidebarFooter({ tooltipSide = 'top' }: { readonly tooltipSide?: 'top' | 'right' }) {
  const otherTheme = useOtherTheme();
  return (
    <div className={styles.footer}>
      <CommandButton
        command="settings.show"
        icon={Settings}
        label="Settings"
        tooltipSide={tooltipSide}
      />
      <SessionsButtons tooltipSide={tooltipSide} />
      <IconButton
        icon={otherTheme === 'dark' ? Moon : Sun}
        label={`Switch to ${otherTheme} theme`}
        tooltipSide={tooltipSide}
        onClick={() => commands.run('theme.toggle')}
      />
    </div>
  );
}

/** Actions for all sessions at once; hidden while there are none. */
function SessionsButtons({ tooltipSide }: { readonly tooltipSide: 'top' | 'right' }) {
  const sessions = useSessions();
  const broadcast = useShortcut('sessions.broadcast');
  const stopAll = useShortcut('sessions.stopAll');
  if (sessions === null || sessions.size === 0) return null;
  return (
    <>
      <IconButton
        icon={Radio}
        label="Send a prompt to several sessions"
        tooltipSide={tooltipSide}
        shortcut={broadcast}
        onClick={() => commands.run('sessions.broadcast')}
      />
      <IconButton
        icon={OctagonX}
        label="Stop all"
        tooltipSide={tooltipSide}
        shortcut={stopAll}
        disabled={runningSessions().length === 0}
        onClick={() => commands.run('sessions.stopAll')}
      />
    </>
  );
}
