import { RotateCw, Send } from 'lucide-react';
import type { UserTerminal } from '#shared/terminal/terminal';
import { reportError } from '#window/diagnostics/reportError';
import { Button } from '#window/ui/form/Button';
import styles from './PaneBar.module.css';
import { focusPanel } from './panelStore';
import { useActiveSession } from './place';
import { sendFailure } from './run/failedRun';
import { hasFailed } from './run/lastFailed';
import { howItEnded } from './screen/endNote';
import { shownScreen } from './screen/screens';
import { ShellScreen } from './screen/shellScreen';
import { userKey } from './tabs/tabKey';

/** Below a terminal whose program has ended: how it ended, and what can be done now. */
export function EndedBar({ terminal }: { readonly terminal: UserTerminal }) {
  const session = useActiveSession();
  if (terminal.state.type !== 'ended') return null;
  const restart = () => {
    const screen = shownScreen(userKey(terminal.id));
    if (screen instanceof ShellScreen) screen.restart();
    focusPanel();
  };
  return (
    <div className={styles.bar} data-failed={hasFailed(terminal) || undefined}>
      <span className={styles.text}>{howItEnded(terminal.state)}</span>
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
