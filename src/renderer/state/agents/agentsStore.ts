import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AgentChoice } from '#shared/ipc/agents';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { settingsStore } from '#window/state/settingsStore';

interface AgentsState {
  /** Null until main has started and answered. */
  readonly agents: readonly AgentChoice[] | null;
  /** Whether more agents may still be found. */
  readonly isLooking: boolean;
}

/**
 * The agents that can be started: those in settings.json, those that were found, and the built-in
 * one.
 */
export const agentsStore = createStore<AgentsState>(() => ({ agents: null, isLooking: true }));

export function followAgents(): void {
  // Listens first, because a change between the answer and listening would be lost.
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
