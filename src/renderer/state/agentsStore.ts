import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AgentChoice } from '#shared/ipc/contract';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { settingsStore } from './settingsStore';

interface AgentsState {
  /** Null until main has answered, which it does once it is up. */
  readonly agents: readonly AgentChoice[] | null;
}

/** The agents that can be started: those in settings.json, and the one that we ship. */
export const agentsStore = createStore<AgentsState>(() => ({ agents: null }));

export function followAgents(): void {
  load().catch(reportError);
  settingsStore.subscribe((state, previous) => {
    if (state.settings.agents !== previous.settings.agents) load().catch(reportError);
  });
}

export function useAgents(): readonly AgentChoice[] | null {
  return useStore(agentsStore, (state) => state.agents);
}

async function load(): Promise<void> {
  agentsStore.setState({ agents: await call('agents.list', null) });
}
