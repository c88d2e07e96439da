import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';

interface AgentDetailsState {
  /** The session whose agent is shown. */
  readonly shown: SessionId | null;
}

const store = createStore<AgentDetailsState>(() => ({ shown: null }));

export function showAgentDetails(sessionId: SessionId | null): void {
  store.setState({ shown: sessionId });
}

export function useShowsAgentDetails(sessionId: SessionId): boolean {
  return useStore(store, ({ shown }) => shown === sessionId);
}
