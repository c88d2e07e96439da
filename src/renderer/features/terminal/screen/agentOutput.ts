import type { AgentTerminalAddress } from '#shared/ipc/terminals';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { holdSession } from '#window/state/session/sessionModels';

/** A note about omitted output, on a line of its own. */
function gapNote(characters: number): string {
  return `\x1b[0m\r\n\x1b[2m── ${characters.toLocaleString('en')} characters not shown ──\x1b[0m\r\n`;
}

export interface AgentOutputReader {
  /** Redraws earlier output, once and first. Queries in it are no longer answered. */
  replay(data: string): void;
  write(data: string): void;
}

/**
 * The output of an agent's terminal: first the earlier output, then the live one. Pieces have a
 * position in the stream, so that none is shown twice and a gap is noticed.
 */
export function followAgentOutput(
  address: AgentTerminalAddress,
  reader: AgentOutputReader,
): () => void {
  let shown: number | null = null;
  const early: { data: string; offset: number }[] = [];
  const take = ({ data, offset }: { readonly data: string; readonly offset: number }) => {
    const position = shown ?? 0;
    const gap = offset > position ? gapNote(offset - position) : '';
    const fresh = gap + data.slice(Math.max(position - offset, 0));
    if (shown === null) reader.replay(fresh);
    else if (fresh !== '') reader.write(fresh);
    shown = Math.max(position, offset + data.length);
  };
  // The window only receives terminals of sessions that it has open.
  const release = holdSession(address.sessionId);
  const stop = onEvent('session.terminalData', (news) => {
    if (news.sessionId !== address.sessionId || news.terminalId !== address.terminalId) return;
    if (shown === null) early.push(news);
    else take(news);
  });
  call('terminals.agentOutput', address).then((output) => {
    take(output);
    for (const news of early.splice(0)) take(news);
  }, reportError);
  return () => {
    stop();
    release();
  };
}
