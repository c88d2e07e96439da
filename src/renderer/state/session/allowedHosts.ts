import type { SessionId } from '#shared/ids';
import { useSettings } from '#window/state/settingsStore';
import { useSessionHead } from './sessionModels';

/** The list of hosts that allows an entry's hosts in a sealed session; null if none does. */
export function useAllowedBy(
  sessionId: SessionId,
  rule: string | null,
): 'session' | 'project' | 'agent' | null {
  const head = useSessionHead(sessionId);
  const project = useSettings(({ projects }) => projects[head?.project ?? '']);
  const agent = useSettings(({ agents }) => agents[head?.agent.id ?? '']);
  if (rule === null) return null;
  if (project?.hosts?.includes(rule)) return 'project';
  if (agent?.seal?.hosts?.includes(rule)) return 'agent';
  return head?.network.allowed.includes(rule) ? 'session' : null;
}
