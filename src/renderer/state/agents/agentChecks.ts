import { useEffect, useState } from 'react';
import type { AgentCheckState } from '#shared/agentCheck';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

/** What the checks of an agent found; null until main has answered. Followed while it is shown. */
export function useAgentCheck(id: string): AgentCheckState | null {
  const [state, setState] = useState<AgentCheckState | null>(null);
  useEffect(() => {
    let isShown = true;
    const load = () => {
      call('agents.checkState', { id }).then((next) => {
        if (isShown) setState(next);
      }, reportError);
    };
    const stop = onEvent('agents.checkChanged', (news) => {
      if (news.id === id) load();
    });
    load();
    return () => {
      isShown = false;
      stop();
    };
  }, [id]);
  return state;
}
