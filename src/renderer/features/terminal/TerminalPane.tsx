import { RotateCw, Send } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { UserTerminal } from '#shared/terminal/terminal';
import { reportError } from '#window/diagnostics/reportError';
import { isMac } from '#window/state/appInfoStore';
import { Button } from '#window/ui/form/Button';
import { ContextMenu } from '#window/ui/overlay/ContextMenu';
import { AgentBar } from './AgentBar';
import bar from './PaneBar.module.css';
import { changeLayout, focusPanel, usePanel } from './panelStore';
import { useActiveSession } from './place';
import { sendFailure } from './run/failedRun';
import { hasFailed } from './run/lastFailed';
import { howItEnded } from './screen/endNote';
import { screenOf, shownScreen } from './screen/screens';
import { ShellScreen } from './screen/shellScreen';
import { screenMenu } from './screenMenu';
import styles from './TerminalPane.module.css';
import { type TabKey, userKey } from './tabs/tabKey';
import { showPane } from './tabs/tabLayout';
import { setTabRung } from './tabs/tabStatus';
import type { TabContent } from './tabs/tabs';
import { zoomTerminals } from './terminalActions';

/** The scroll distance of one notch of a wheel. */
const NOTCH = 60;

/** Turning the wheel with the modifier key changes the text size. */
function useWheelZoom(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    let turned = 0;
    const zoom = (event: WheelEvent) => {
      if (!(isMac() ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      event.stopPropagation();
      turned += event.deltaY;
      if (Math.abs(turned) < NOTCH) return;
      zoomTerminals(turned < 0 ? 1 : -1);
      turned = 0;
    };
    // React listens passively, and a passive listener could not prevent the page from zooming.
    element.addEventListener('wheel', zoom, { passive: false, capture: true });
    return () => element.removeEventListener('wheel', zoom, { capture: true });
  }, [target]);
}

interface TerminalPaneProps {
  readonly pane: TabKey;
  readonly content: TabContent;
  readonly isActive: boolean;
  readonly isAlone: boolean;
}

/** One terminal on the screen, with its bars. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: each request must run this again.
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

/** The bar below a terminal that has ended: how it ended, and what the user can do. */
function EndedBar({ terminal }: { readonly terminal: UserTerminal }) {
  const session = useActiveSession();
  if (terminal.state.type !== 'ended') return null;
  const restart = () => {
    const screen = shownScreen(userKey(terminal.id));
    if (screen instanceof ShellScreen) screen.restart();
    focusPanel();
  };
  return (
    <div className={bar.bar} data-failed={hasFailed(terminal) || undefined}>
      <span className={bar.text}>{howItEnded(terminal.state)}</span>
      {hasFailed(terminal) && (terminal.sessionId ?? session) !== null && (
        <Button size="small" icon={Send} onClick={() => sendFailure(terminal).catch(reportError)}>
          Send to agent
        </Button>
      )}
      {!terminal.isOneOff && (
        <Button size="small" icon={RotateCw} onClick={restart}>
          {terminal.kind === 'run' ? 'Run again' : 'Restart'}
        </Button>
      )}
    </div>
  );
}
