import type { AgentChoice, LoginState } from '#shared/ipc/agents';

const logins: Readonly<Record<LoginState, string | null>> = {
  found: 'login found',
  none: 'no login found',
  'not-needed': null,
  unknown: null,
};

/** The facts about an agent's program, for one line; null if there is nothing to say. */
export function findingWords({ finding }: Pick<AgentChoice, 'finding'>): string | null {
  if (finding === null) return null;
  if (finding.path === null) return 'Command not found';
  const words = [
    finding.version,
    finding.isInPath ? null : 'not in PATH',
    logins[finding.login],
  ].filter((word) => word !== null);
  return words.length === 0 ? null : words.join(' · ');
}
