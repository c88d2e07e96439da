import { useEffect, useState } from 'react';
import type { AgentEnvironment } from '#shared/ipc/agents';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { settingsStore } from '#window/state/settingsStore';

/** Where what an agent is started with comes from; null until main has answered. */
export function useAgentEnvironment(id: string): AgentEnvironment | null {
  const [environment, setEnvironment] = useState<AgentEnvironment | null>(null);
  useEffect(() => {
    let isShown = true;
    const load = () => {
      call('agents.environment', { id }).then((next) => {
        if (isShown) setEnvironment(next);
      }, reportError);
    };
    const stop = onEvent('agents.environmentChanged', (news) => {
      if (news.id === id) load();
    });
    const unsubscribe = settingsStore.subscribe((state, previous) => {
      if (state.settings.agents !== previous.settings.agents) load();
    });
    load();
    return () => {
      isShown = false;
      stop();
      unsubscribe();
    };
  }, [id]);
  return environment;
}
