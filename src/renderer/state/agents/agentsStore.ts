import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AgentChoice } from '#shared/ipc/agents';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { settingsStore } from '#window/state/settingsStore';

interface AgentsState {
  /** Null until main has answered, which it does once it is up. */
  readonly agents: readonly AgentChoice[] | null;
  /** More may still be found. */
  readonly isLooking: boolean;
}

/** The agents that can be started: those in settings.json, those that were found, and the one that we ship. */
export const agentsStore = createStore<AgentsState>(() => ({ agents: null, isLooking: true }));

export function followAgents(): void {
  // Listening comes first: a change between the answer and the listening would be lost.
  onEvent('agents.changed', () => load().catch(reportError));
  load().catch(reportError);
  settingsStore.subscribe((state, previous) => {
    if (state.settings.agents !== previous.settings.agents) load().catch(reportError);
  });
}

export function useAgents(): readonly AgentChoice[] | null {
  return useStore(agentsStore, (state) => state.agents);
}

export function useIsLookingForAgents(): boolean {
  return useStore(agentsStore, (state) => state.isLooking);
}

async function load(): Promise<void> {
  agentsStore.setState(await call('agents.list', null));
}
