import { Keyboard, Square, Undo2 } from 'lucide-react';
import { commandText } from '#shared/terminal/shellQuote';
import type { LiveAgentTerminal } from '#shared/terminal/terminal';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { Badge } from '#window/ui/Badge';
import { Button } from '#window/ui/form/Button';
import { VisibleText } from '#window/ui/text/VisibleText';
import { joinedLines } from '#window/ui/text/visibleText';
import styles from './PaneBar.module.css';
import { focusPanel } from './panelStore';

interface AgentBarProps {
  readonly terminal: LiveAgentTerminal;
  readonly isLive: boolean;
}

/**
 * The bar above an agent's terminal: its session, and the button with which the user takes over
 * input.
 */
export function AgentBar({ terminal, isLive }: AgentBarProps) {
  /** The button disappears after its action, and must not take the focus with it. */
  const act = (name: 'terminals.takeOver' | 'terminals.handBack' | 'terminals.stopAgent') => {
    const { sessionId, id: terminalId } = terminal;
    call(name, { sessionId, terminalId }).then(focusPanel, reportError);
  };
  return (
    <div className={styles.bar}>
      <Badge tone={isLive && terminal.isTakenOver ? 'accent' : 'neutral'}>
        {stateOf(terminal, isLive)}
      </Badge>
      <span className={styles.text}>
        <code>
          <VisibleText text={joinedLines(commandText(terminal))} />
        </code>
      </span>
      {isLive && terminal.isInteractive && !terminal.isTakenOver && (
        <Button size="small" icon={Keyboard} onClick={() => act('terminals.takeOver')}>
          Take over
        </Button>
      )}
      {isLive && terminal.isTakenOver && (
        <Button size="small" icon={Undo2} onClick={() => act('terminals.handBack')}>
          Hand back
        </Button>
      )}
      {isLive && terminal.isOurs && (
        <Button size="small" icon={Square} onClick={() => act('terminals.stopAgent')}>
          Stop command
        </Button>
      )}
    </div>
  );
}

function stateOf(terminal: LiveAgentTerminal, isLive: boolean): string {
  if (!isLive) return 'Ended';
  return terminal.isTakenOver ? 'You are typing' : 'Read-only';
}
