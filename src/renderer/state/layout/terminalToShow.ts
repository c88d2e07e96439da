import { createStore } from 'zustand/vanilla';
import type { AgentTerminalAddress } from '#shared/ipc/terminals';
import type { UserTerminal } from '#shared/terminal/terminal';

type TerminalWish = UserTerminal | ({ readonly kind: 'agent' } & AgentTerminalAddress);

/** A terminal that another part of the window asks the panel to show. */
export const terminalToShow = createStore<{ readonly wish: TerminalWish | null }>(() => ({
  wish: null,
}));

/** Shows a terminal that was just opened. */
export function showTerminal(terminal: UserTerminal): void {
  terminalToShow.setState({ wish: terminal });
}

/** Shows an agent's command that is running now. */
export function showAgentTerminal(address: AgentTerminalAddress): void {
  terminalToShow.setState({ wish: { kind: 'agent', ...address } });
}
