import { useEffect, useRef } from 'react';
import type { SessionId, TerminalId } from '#shared/ids';
import { reportError } from '../../diagnostics/reportError';
import styles from './EmbeddedTerminal.module.css';
import { followAgentOutput } from './screen/agentOutput';
import { Screen } from './screen/screen';

interface EmbeddedTerminalProps {
  readonly sessionId: SessionId;
  readonly terminalId: TerminalId;
  /** It runs in a pty; otherwise line feeds are all that ends its lines. */
  readonly isTty: boolean;
  /** What it printed last, once it has ended and main no longer has its output. */
  readonly tail?: string;
}

/** An agent's terminal inside something else, read-only. Load it lazily: it brings the library along. */
export function EmbeddedTerminal({ sessionId, terminalId, isTty, tail }: EmbeddedTerminalProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const screen = new Screen({
      label: 'Output of the command',
      convertEol: !isTty,
      isReadOnly: true,
      onInput: () => undefined,
    });
    screen.mount(parent).catch(reportError);
    const write = (data: string) => screen.terminal.write(data);
    const stop =
      tail === undefined ? followAgentOutput({ sessionId, terminalId }, write) : undefined;
    if (tail !== undefined) write(tail);
    return () => {
      stop?.();
      screen.dispose();
    };
  }, [sessionId, terminalId, isTty, tail]);
  return <div ref={host} className={styles.terminal} />;
}
