import { useEffect, useRef } from 'react';
import { reportError } from '../../diagnostics/reportError';
import { ContextMenu } from '../../ui/ContextMenu';
import { AgentBar } from './AgentBar';
import { EndedBar } from './EndedBar';
import { changeLayout, usePanel } from './panelStore';
import { screenOf } from './screen/screens';
import { screenMenu } from './screenMenu';
import styles from './TerminalPane.module.css';
import type { TabKey } from './tabKey';
import { showPane } from './tabLayout';
import { setTabRung } from './tabStatus';
import type { TabContent } from './tabs';
import { useWheelZoom } from './useWheelZoom';

interface TerminalPaneProps {
  readonly pane: TabKey;
  readonly content: TabContent;
  readonly isActive: boolean;
  readonly isAlone: boolean;
}

/** One terminal on the screen, with what there is to say about it. */
export function TerminalPane({ pane, content, isActive, isAlone }: TerminalPaneProps) {
  const { terminal, isLive } = content;
  const screen = screenOf(pane, terminal);
  const host = useRef<HTMLDivElement>(null);
  const focusRequests = usePanel((panel) => panel.focusRequests);
  useWheelZoom(host);

  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    screen.mount(parent).catch(reportError);
    return () => screen.unmount(parent);
  }, [screen]);

  useEffect(() => {
    const show = () => changeLayout((layout) => showPane(layout, pane));
    screen.element.addEventListener('focusin', show);
    return () => screen.element.removeEventListener('focusin', show);
  }, [screen, pane]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request is a reason of its own.
  useEffect(() => {
    if (!isActive) {
      screen.blur();
      return;
    }
    screen.focus();
    setTabRung(pane, false);
  }, [screen, pane, isActive, focusRequests]);

  return (
    <div className={styles.pane} data-active={(isActive && !isAlone) || undefined}>
      {terminal.kind === 'agent' && <AgentBar terminal={terminal} isLive={isLive} />}
      <ContextMenu
        target={<div ref={host} className={styles.host} />}
        items={screenMenu(pane, screen)}
      />
      {terminal.kind !== 'agent' && terminal.state.type === 'ended' && (
        <EndedBar terminal={terminal} />
      )}
    </div>
  );
}
