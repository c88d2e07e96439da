import { PanelLeftClose, PanelLeftOpen, Plus, Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { CommandButton } from '#window/commands/CommandButton';
import { commands, useShortcut } from '#window/commands/commands';
import { SessionList } from '#window/features/sessions/list/SessionList';
import {
  resizeSidebar,
  SIDEBAR_DEFAULT_WIDTH,
  SIDEBAR_MAX_WIDTH,
  SIDEBAR_MIN_WIDTH,
  useSidebar,
} from '#window/state/layout/sidebarStore';
import { Button } from '#window/ui/form/Button';
import { Logo } from '#window/ui/Logo';
import { Splitter } from '#window/ui/layout/Splitter';
import { WindowToastSlot } from '#window/ui/overlay/ToastSlot';
import { Kbd } from '#window/ui/text/Kbd';
import styles from './Sidebar.module.css';
import { SidebarFooter } from './SidebarFooter';
import { WorkStrip } from './WorkStrip';

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
        <CommandButton command="palette.show" icon={Search} label="Command palette" />
        <CommandButton command="sidebar.toggle" icon={PanelLeftClose} label="Hide sidebar" />
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
      <WorkStrip />
      <WindowToastSlot />
      <SidebarFooter />
      <SidebarResizer />
    </nav>
  );
}

function SidebarResizer() {
  const { width } = useSidebar();
  return (
    <Splitter
      className={styles.edge}
      label="Sidebar width"
      edge="right"
      size={width}
      min={SIDEBAR_MIN_WIDTH}
      max={SIDEBAR_MAX_WIDTH}
      sizeAt={({ clientX }) => clientX}
      onResize={resizeSidebar}
      onReset={() => resizeSidebar(SIDEBAR_DEFAULT_WIDTH)}
    />
  );
}

/** The hidden sidebar: the same actions, as icons. */
export function SidebarRail() {
  return (
    <nav className={styles.rail} aria-label="Sessions">
      <CommandButton
        command="sidebar.toggle"
        icon={PanelLeftOpen}
        label="Show sidebar"
        tooltipSide="right"
      />
      <CommandButton command="session.new" icon={Plus} label="New session" tooltipSide="right" />
      <WaitingSlot side="right" />
      <CommandButton
        command="palette.show"
        icon={Search}
        label="Command palette"
        tooltipSide="right"
      />
      <SidebarFooter tooltipSide="right" />
    </nav>
  );
}

const WaitingButton = lazy(async () => ({
  default: (await import('#window/features/attention/WaitingButton')).WaitingButton,
}));

/**
 * A placeholder for a button that loads the positioning code, which the first paint does not need.
 */
function WaitingSlot({ side }: { readonly side?: 'bottom' | 'right' }) {
  return (
    <span className={styles.waiting}>
      <Suspense fallback={null}>
        <WaitingButton {...(side && { side })} />
      </Suspense>
    </span>
  );
}
