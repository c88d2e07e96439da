import { PanelBottomOpen } from 'lucide-react';
import type { CSSProperties } from 'react';
import { memo, useEffect, useMemo } from 'react';
import type { TerminalId } from '#shared/ids';
import { entryId, type TerminalEntry } from '#shared/session/entries';
import { commandText, shellQuote } from '#shared/terminal/shellQuote';
import { useBody } from '#window/features/thread/bodies';
import { TERMINAL_LINES, TERMINAL_TAIL_CHARACTERS } from '#window/features/thread/limits';
import { useThread } from '#window/features/thread/threadContext';
import { showAgentTerminal } from '#window/state/layout/terminalToShow';
import { useEntry } from '#window/state/session/sessionModels';
import { IconButton } from '#window/ui/form/IconButton';
import { VisibleText } from '#window/ui/text/VisibleText';
import { hasHiddenCharacters } from '#window/ui/text/visibleText';
import type { AnsiLine } from './ansiScreen';
import type { AnsiStyle } from './ansiStyle';
import { plainStyle } from './ansiStyle';
import { parseAnsi } from './parseAnsi';
import styles from './TerminalView.module.css';
import { forgetTerminalTail, useTerminalTail } from './terminalTails';

/** One line of a program's output. */
const AnsiLineView = memo(function AnsiLineView({ line }: { readonly line: AnsiLine }) {
  if (line.length === 0) return <div>{'\n'}</div>;
  return (
    <div dir="ltr">
      {line.map(({ text, style }, index) => {
        const content = hasHiddenCharacters(text) ? <VisibleText text={text} /> : text;
        if (style === plainStyle) return content;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans are identified by their position in the line.
          <span key={index} style={cssOf(style)}>
            {content}
          </span>
        );
      })}
    </div>
  );
});

function cssOf(style: AnsiStyle): CSSProperties {
  const css: CSSProperties = {};
  if (style.color !== null) css.color = style.color;
  if (style.label !== null) {
    css.background = style.label;
    css.color = 'var(--surface-sunken)';
  }
  if (style.bold) css.fontWeight = 700;
  if (style.dim) css.opacity = 0.75;
  if (style.italic) css.fontStyle = 'italic';
  const lines = [style.underline && 'underline', style.strike && 'line-through'].filter(Boolean);
  if (lines.length > 0) css.textDecoration = lines.join(' ');
  return css;
}

/** The command that a tool call runs, with its last output while it runs. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by position.
          <AnsiLineView key={index} line={line} />
        ))}
      </div>
    </div>
  );
}

function ExitState({ exit }: { readonly exit: NonNullable<TerminalEntry['exit']> }) {
  if (exit.code === 0) return <span className={styles.exit}>Exited</span>;
  // How it ended is unknown, for example because the agent has ended.
  if (exit.code === null && exit.signal === null) return <span className={styles.exit}>Ended</span>;
  const reason = exit.signal ?? `code ${exit.code}`;
  return (
    <span className={styles.exit} data-failed>
      {`Failed (${reason})`}
    </span>
  );
}

/** The variables that the agent adds to the user's environment, as a user would type them. */
function environmentText(env: NonNullable<TerminalEntry['env']>): string {
  return env
    .map(({ name, value }) => `${name}=${value === '' ? '' : shellQuote([value])}`)
    .join(' ');
}
