import { useEffect, useState } from 'react';
import type { SealPolicy } from '#shared/seal';
import type { SessionSummary } from '#shared/session/summary';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useSettings } from '#window/state/settingsStore';
import { useSessionHead } from './sessionModels';

/** What the agent of a sealed session may use; null until it is known, and for other sessions. */
export function useSealPolicy({
  id,
  isolation,
}: Pick<SessionSummary, 'id' | 'isolation'>): SealPolicy | null {
  const [policy, setPolicy] = useState<SealPolicy | null>(null);
  const head = useSessionHead(id);
  const [connection, allowed] = [head?.connection.type, head?.network.allowed];
  const projects = useSettings((settings) => settings.projects);
  const agents = useSettings((settings) => settings.agents);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the others, the policy changes.
  useEffect(() => {
    if (isolation !== 'sealed') return;
    let isCurrent = true;
    call('sessions.sealPolicy', { sessionId: id }).then(
      (found) => isCurrent && setPolicy(found),
      reportError,
    );
    return () => {
      isCurrent = false;
    };
  }, [id, isolation, connection, allowed, projects, agents]);
  return policy;
}
