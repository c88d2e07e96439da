import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { SessionId, TerminalId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { FOLLOWED_TERMINALS } from '#window/features/thread/limits';
import { call, onEvent } from '#window/ipc/client';
import { ListenerSet } from '#window/state/listeners';
import { TailText } from './tailText';

interface Tail {
  readonly printed: TailText;
  /** Whether the output before this window subscribed has been requested. */
  isWhole: boolean;
  readonly listeners: ListenerSet;
}

const tails = new Map<string, Tail>();
const changed = new Set<Tail>();
let isListening = false;

/** Starts to keep the output of commands; called once, by the first transcript. */
export function followTerminals(): void {
  if (isListening) return;
  isListening = true;
  onEvent('session.terminalData', ({ sessionId, terminalId, data, offset }) => {
    append(tailOf(sessionId, terminalId), data, offset);
  });
}

/** The end of a running command's output. */
export function useTerminalTail(
  sessionId: SessionId,
  terminalId: TerminalId,
  isRunning: boolean,
): string {
  const subscribe = useCallback(
    (listener: () => void) => tailOf(sessionId, terminalId).listeners.subscribe(listener),
    [sessionId, terminalId],
  );
  useEffect(() => {
    if (isRunning) fetchEarlier(sessionId, terminalId).catch(reportError);
  }, [isRunning, sessionId, terminalId]);
  return useSyncExternalStore(
    subscribe,
    () => tails.get(keyOf(sessionId, terminalId))?.printed.text ?? '',
  );
}

async function fetchEarlier(sessionId: SessionId, terminalId: TerminalId): Promise<void> {
  const tail = tailOf(sessionId, terminalId);
  if (tail.isWhole) return;
  tail.isWhole = true;
  const { data, offset } = await call('terminals.agentOutput', { sessionId, terminalId });
  append(tail, data, offset);
}

/** Forgets a terminal's tail: its last output is in the log now. */
export function forgetTerminalTail(sessionId: SessionId, terminalId: TerminalId): void {
  tails.delete(keyOf(sessionId, terminalId));
}

function tailOf(sessionId: SessionId, terminalId: TerminalId): Tail {
  const key = keyOf(sessionId, terminalId);
  const known = tails.get(key);
  if (known) return known;
  const tail: Tail = { printed: new TailText(), isWhole: false, listeners: new ListenerSet() };
  tails.set(key, tail);
  for (const [oldest, { listeners }] of tails) {
    if (tails.size <= FOLLOWED_TERMINALS) break;
    if (listeners.isEmpty) tails.delete(oldest);
  }
  return tail;
}

/** Redraws once per frame, however much is printed. */
function append(tail: Tail, data: string, offset: number): void {
  tail.printed.add(data, offset);
  if (changed.size === 0) requestAnimationFrame(flush);
  changed.add(tail);
}

function flush(): void {
  const told = [...changed];
  changed.clear();
  for (const { listeners } of told) listeners.notify();
}

function keyOf(sessionId: SessionId, terminalId: TerminalId): string {
  return `${sessionId}/${terminalId}`;
}
