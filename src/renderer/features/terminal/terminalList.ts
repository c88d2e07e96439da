import { createStore } from 'zustand/vanilla';
import type { TerminalList, UserTerminal } from '#shared/terminal/terminal';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

interface TerminalListState extends TerminalList {
  readonly isLoaded: boolean;
}

/** The list of terminals that main last sent. */
export const terminalList = createStore<TerminalListState>(() => ({
  user: [],
  agents: [],
  isLoaded: false,
}));

/** Follows main's list until the returned function is called. */
export function followTerminalList(): () => void {
  const stop = onEvent('terminals.changed', (list) =>
    terminalList.setState({ ...list, isLoaded: true }),
  );
  call('terminals.list', null).then(
    (list) => terminalList.setState({ ...list, isLoaded: true }),
    reportError,
  );
  return stop;
}

/** Adds a terminal that was just opened, so that its tab need not wait for main's list. */
export function putTerminal(terminal: UserTerminal): void {
  const { user } = terminalList.getState();
  const others = user.filter(({ id }) => id !== terminal.id);
  terminalList.setState({ user: [...others, terminal] });
}
