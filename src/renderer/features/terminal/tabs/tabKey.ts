import type { SessionId, TerminalId } from '#shared/ids';
import type { LiveAgentTerminal, UserTerminal } from '#shared/terminal/terminal';

declare const brand: unique symbol;

/**
 * Identifies a terminal among all in the panel: agents choose their own ids, which may be equal.
 */
export type TabKey = string & { readonly [brand]: 'TabKey' };

export type TabTerminal = UserTerminal | LiveAgentTerminal;

export function tabKeyOf(terminal: TabTerminal): TabKey {
  return terminal.kind === 'agent'
    ? agentKey(terminal.sessionId, terminal.id)
    : userKey(terminal.id);
}

export function userKey(id: TerminalId): TabKey {
  return `user ${id}` as TabKey;
}

export function agentKey(sessionId: SessionId, id: TerminalId): TabKey {
  return `agent ${sessionId} ${id}` as TabKey;
}
