import { useEffect, useState } from 'react';
import type { SealPolicy } from '#shared/seal';
import type { SessionSummary } from '#shared/session/summary';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';

/** What the agent of a sealed session may use; null until it is known, and for other sessions. */
export function useSealPolicy({
  id,
  isolation,
}: Pick<SessionSummary, 'id' | 'isolation'>): SealPolicy | null {
  const [policy, setPolicy] = useState<SealPolicy | null>(null);
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
  }, [id, isolation]);
  return policy;
}
