import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { commands } from '../../commands/commands';
import { Dock } from '../../ui/Dock';
import { followFailures } from './failedRun';
import { PanelResizer } from './PanelResizer';
import { usePanel } from './panelStore';
import { followRunnables } from './runCommands';
import styles from './TerminalDock.module.css';
import { TerminalStrip } from './TerminalStrip';
import { followTabs } from './tabs';
import { followWishes, PANEL_ID } from './terminalActions';
import { terminalCommands } from './terminalCommands';
import { followTerminals } from './terminalList';

// Drawing terminals takes a library of its own size, which a window without one never loads.
const TerminalPanel = lazy(async () => ({
  default: (await import('./TerminalPanel')).TerminalPanel,
}));

/** Terminals at the foot of what it is put around: a strip, or the panel when that is open. */
export function TerminalDock({ children }: { readonly children: ReactNode }) {
  const isOpen = usePanel((panel) => panel.isOpen);
  const height = usePanel((panel) => panel.height);
  useEffect(() => {
    const stops = [
      commands.register(terminalCommands),
      followTerminals(),
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
