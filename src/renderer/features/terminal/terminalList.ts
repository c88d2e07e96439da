import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TerminalList, UserTerminal } from '#shared/terminal/terminal';
import { reportError } from '../../diagnostics/reportError';
import { call, onEvent } from '../../ipc/client';
import { keyOf, type TabKey, type TabTerminal } from './tabKey';

interface TerminalListState extends TerminalList {
  readonly isLoaded: boolean;
}

/** What main last said which terminals there are. */
export const terminalList = createStore<TerminalListState>(() => ({
  user: [],
  agents: [],
  isLoaded: false,
}));

/** Until the returned function is called. */
export function followTerminals(): () => void {
  const stop = onEvent('terminals.changed', (list) =>
    terminalList.setState({ ...list, isLoaded: true }),
  );
  call('terminals.list', null).then(
    (list) => terminalList.setState({ ...list, isLoaded: true }),
    reportError,
  );
  return stop;
}

/** One that was just opened: its tab does not wait for main to tell everybody. */
export function putTerminal(terminal: UserTerminal): void {
  const { user } = terminalList.getState();
  const others = user.filter(({ id }) => id !== terminal.id);
  terminalList.setState({ user: [...others, terminal] });
}

export function useTerminalList(): TerminalListState {
  return useStore(terminalList);
}

export function findTerminal(key: TabKey): TabTerminal | undefined {
  const { user, agents } = terminalList.getState();
  return [...user, ...agents].find((terminal) => keyOf(terminal) === key);
}
