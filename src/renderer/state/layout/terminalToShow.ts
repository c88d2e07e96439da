import { createStore } from 'zustand/vanilla';
import type { AgentTerminalAddress } from '#shared/ipc/terminals';
import type { UserTerminal } from '#shared/terminal/terminal';

type TerminalWish = UserTerminal | ({ readonly kind: 'agent' } & AgentTerminalAddress);

/** A terminal that some other part of the window wants to be seen; the panel shows it. */
export const terminalToShow = createStore<{ readonly wish: TerminalWish | null }>(() => ({
  wish: null,
}));

/** A terminal that was just opened. */
export function showTerminal(terminal: UserTerminal): void {
  terminalToShow.setState({ wish: terminal });
}

/** A command of an agent's that runs now. */
export function showAgentTerminal(address: AgentTerminalAddress): void {
  terminalToShow.setState({ wish: { kind: 'agent', ...address } });
}
