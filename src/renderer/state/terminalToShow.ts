import { createStore } from 'zustand/vanilla';
import type { UserTerminal } from '#shared/terminal/terminal';

interface TerminalToShow {
  readonly terminal: UserTerminal | null;
}

/** A terminal that some other part of the window has opened; the panel shows it. */
export const terminalToShow = createStore<TerminalToShow>(() => ({ terminal: null }));

export function showTerminal(terminal: UserTerminal): void {
  terminalToShow.setState({ terminal });
}
