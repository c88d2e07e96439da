import { useCallback, useSyncExternalStore } from 'react';
import type { SessionId, TerminalId } from '#shared/ids';
import { onEvent } from '../../../ipc/client';
import { ListenerSet } from '../../../state/listenerSet';
import { FOLLOWED_TERMINALS, TERMINAL_TAIL_CHARACTERS } from '../limits';

interface Tail {
  text: string;
  readonly listeners: ListenerSet;
}

const tails = new Map<string, Tail>();
const changed = new Set<Tail>();
let isListening = false;

/** Starts to keep what commands print; called once, by the first transcript. */
export function followTerminals(): void {
  if (isListening) return;
  isListening = true;
  onEvent('session.terminalData', ({ sessionId, terminalId, data }) => {
    append(tailOf(sessionId, terminalId), data);
  });
}

/** The last of what a running command has printed since it is on the screen. */
export function useTerminalTail(sessionId: SessionId, terminalId: TerminalId): string {
  const subscribe = useCallback(
    (listener: () => void) => tailOf(sessionId, terminalId).listeners.subscribe(listener),
    [sessionId, terminalId],
  );
  return useSyncExternalStore(subscribe, () => tails.get(keyOf(sessionId, terminalId))?.text ?? '');
}

/** Its last words are in the log now. */
export function forgetTerminalTail(sessionId: SessionId, terminalId: TerminalId): void {
  tails.delete(keyOf(sessionId, terminalId));
}

function tailOf(sessionId: SessionId, terminalId: TerminalId): Tail {
  const key = keyOf(sessionId, terminalId);
  const known = tails.get(key);
  if (known) return known;
  const tail: Tail = { text: '', listeners: new ListenerSet() };
  tails.set(key, tail);
  for (const [oldest, { listeners }] of tails) {
    if (tails.size <= FOLLOWED_TERMINALS) break;
    if (listeners.isEmpty) tails.delete(oldest);
  }
  return tail;
}

/** One redraw per frame, however much is printed. */
function append(tail: Tail, data: string): void {
  tail.text = (tail.text + data).slice(-TERMINAL_TAIL_CHARACTERS);
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
