import { ChevronUp, Plus, SquareTerminal } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { CommandButton } from '#window/commands/CommandButton';
import { commands, useShortcut } from '#window/commands/commands';
import { Icon } from '#window/ui/Icon';
import { Dock } from '#window/ui/layout/Dock';
import { TopSplitter } from '#window/ui/layout/TopSplitter';
import {
  PANEL_DEFAULT_HEIGHT,
  PANEL_MIN_HEIGHT,
  REST_MIN_HEIGHT,
  resizePanel,
  usePanel,
} from './panelStore';
import { followFailures } from './run/failedRun';
import { followRunnables } from './run/runCommands';
import styles from './TerminalDock.module.css';
import { followTabs, useTabContents } from './tabs/tabs';
import { followWishes, PANEL_ID } from './terminalActions';
import { terminalCommands } from './terminalCommands';
import { followTerminalList } from './terminalList';

// Terminals need a large library, which a window without terminals never loads.
const TerminalPanel = lazy(async () => ({
  default: (await import('./TerminalPanel')).TerminalPanel,
}));

/** Shows terminals below its children: as a strip, or as the panel while that is open. */
export function TerminalDock({ children }: { readonly children: ReactNode }) {
  const isOpen = usePanel((panel) => panel.isOpen);
  const height = usePanel((panel) => panel.height);
  useEffect(() => {
    const stops = [
      commands.register(terminalCommands),
      followTerminalList(),
      followTabs(),
      followRunnables(),
      followFailures(),
      followWishes(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const foot = (
    <section id={PANEL_ID} className={styles.panel} aria-label="Terminal">
      {isOpen ? (
        <div className={styles.open} style={{ height }}>
          <PanelResizer />
          <Suspense fallback={null}>
            <TerminalPanel />
          </Suspense>
        </div>
      ) : (
        <TerminalStrip />
      )}
    </section>
  );
  return <Dock foot={foot}>{children}</Dock>;
}

function PanelResizer() {
  const height = usePanel((panel) => panel.height);
  return (
    <TopSplitter
      label="Terminal height"
      size={height}
      min={PANEL_MIN_HEIGHT}
      max={window.innerHeight - REST_MIN_HEIGHT}
      onResize={resizePanel}
      onReset={() => resizePanel(PANEL_DEFAULT_HEIGHT)}
    />
  );
}

/** The bar that is shown while the terminal panel is closed. */
function TerminalStrip() {
  const count = useTabContents().size;
  const toggle = useShortcut('terminal.toggle');
  return (
    <div className={styles.strip}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={false}
        aria-keyshortcuts={toggle?.aria}
        onClick={() => commands.run('terminal.toggle')}
      >
        <Icon icon={SquareTerminal} size="small" />
        <span>Terminal</span>
        {count > 0 && <span className={styles.count}>{count}</span>}
        <Icon icon={ChevronUp} size="small" />
      </button>
      <CommandButton
        command="terminal.new"
        icon={Plus}
        label="New terminal"
        size="small"
        tooltipSide="top"
      />
    </div>
  );
}
