import { useEffect, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { SealPolicy, SealRefusals } from '#shared/seal';
import type { SessionSummary } from '#shared/session/summary';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useSettings } from '#window/state/settingsStore';
import { useSessionCondition, useSessionHead } from './sessionModels';

type Sealable = Pick<SessionSummary, 'id' | 'isolation'>;

const readPolicy = (sessionId: SessionId) => call('sessions.sealPolicy', { sessionId });
const readRefusals = (sessionId: SessionId) => call('sessions.sealRefusals', { sessionId });

/** What the agent of a sealed session may use; null until it is known, and for other sessions. */
export function useSealPolicy(session: Sealable): SealPolicy | null {
  return useSealFacts(session, readPolicy);
}

/** What its seal has refused so far; null until it is known, and for other sessions. */
export function useSealRefusals(session: Sealable): SealRefusals | null {
  return useSealFacts(session, readRefusals);
}

/** Requests the facts again whenever main reports a change. */
function useSealFacts<T>(
  { id, isolation }: Sealable,
  read: (sessionId: SessionId) => Promise<T | null>,
): T | null {
  const [facts, setFacts] = useState<T | null>(null);
  const { revision } = useSessionCondition(id).seal;
  const head = useSessionHead(id);
  const [connection, allowed] = [head?.connection.type, head?.network.allowed];
  const projects = useSettings((settings) => settings.projects);
  const agents = useSettings((settings) => settings.agents);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them changes the answer.
  useEffect(() => {
    if (isolation !== 'sealed') return;
    let isCurrent = true;
    read(id).then((found) => isCurrent && setFacts(found), reportError);
    return () => {
      isCurrent = false;
    };
  }, [id, isolation, revision, read, connection, allowed, projects, agents]);
  return facts;
}
