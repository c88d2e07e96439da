import { PanelBottomOpen } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { TerminalId } from '#shared/ids';
import { entryId, type TerminalEntry } from '#shared/session/entries';
import { commandText, shellQuote } from '#shared/terminal/shellQuote';
import { useEntry } from '../../../state/sessionModels';
import { showAgentTerminal } from '../../../state/terminalToShow';
import { IconButton } from '../../../ui/IconButton';
import { VisibleText } from '../../../ui/VisibleText';
import { useBody } from '../bodies';
import { TERMINAL_LINES, TERMINAL_TAIL_CHARACTERS } from '../limits';
import { useThread } from '../threadContext';
import { AnsiLineView } from './AnsiText';
import { parseAnsi } from './parseAnsi';
import styles from './TerminalView.module.css';
import { forgetTerminalTail, useTerminalTail } from './terminalTails';

/** The command that a tool call runs, and the last of what it prints, while it does. */
export function TerminalView({ terminalId }: { readonly terminalId: TerminalId }) {
  const { sessionId } = useThread();
  const entry = useEntry(sessionId, entryId('terminal', terminalId));
  const terminal = entry?.kind === 'terminal' ? entry : null;
  const exit = terminal?.exit ?? null;
  const isRunning = terminal !== null && exit === null;
  const live = useTerminalTail(sessionId, terminalId, isRunning);
  const tail = useBody(sessionId, exit?.tail ?? null);
  const isOver = exit !== null && tail.state === 'ready';

  useEffect(() => {
    if (isOver) forgetTerminalTail(sessionId, terminalId);
  }, [isOver, sessionId, terminalId]);

  return (
    <div className={styles.terminal}>
      <div className={styles.head}>
        <span className={styles.prompt}>$</span>
        <code className={styles.command}>
          {terminal?.env && (
            <span className={styles.environment}>
              <VisibleText text={`${environmentText(terminal.env)} `} />
            </span>
          )}
          <VisibleText text={terminal ? commandText(terminal) : terminalId} />
        </code>
        {exit && <ExitState exit={exit} />}
        {isRunning && (
          <span className={styles.show}>
            <IconButton
              icon={PanelBottomOpen}
              label="Show in terminal panel"
              size="small"
              onClick={() => showAgentTerminal({ sessionId, terminalId })}
            />
          </span>
        )}
      </div>
      <Output text={isOver && exit ? tail.text : live} />
    </div>
  );
}

function Output({ text }: { readonly text: string }) {
  const lines = useMemo(
    () => parseAnsi(text.slice(-TERMINAL_TAIL_CHARACTERS)).slice(-TERMINAL_LINES),
    [text],
  );
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
    <div className={styles.output} tabIndex={0}>
      <div className={styles.lines}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are known by their place.
          <AnsiLineView key={index} line={line} />
        ))}
      </div>
    </div>
  );
}

function ExitState({ exit }: { readonly exit: NonNullable<TerminalEntry['exit']> }) {
  if (exit.code === 0) return <span className={styles.exit}>Exited</span>;
  // Nobody could tell how, such as when the agent went away.
  if (exit.code === null && exit.signal === null) return <span className={styles.exit}>Ended</span>;
  const reason = exit.signal ?? `code ${exit.code}`;
  return (
    <span className={styles.exit} data-failed>
      {`Failed (${reason})`}
    </span>
  );
}

/** What the agent sets over the user's environment, as one would type it. */
function environmentText(env: NonNullable<TerminalEntry['env']>): string {
  return env
    .map(({ name, value }) => `${name}=${value === '' ? '' : shellQuote([value])}`)
    .join(' ');
}
