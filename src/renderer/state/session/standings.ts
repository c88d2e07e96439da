import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import type { SessionStanding } from '#shared/ipc/refresh';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

interface StandingsState {
  /** Without sessions whose files are as they began and that were not refreshed. */
  readonly behind: ReadonlyMap<SessionId, SessionStanding>;
}

const store = createStore<StandingsState>(() => ({ behind: new Map() }));

/**
 * The relation of a session's copy to the user's files; undefined if there is nothing to report.
 */
export function useStanding(id: SessionId): SessionStanding | undefined {
  return useStore(store, ({ behind }) => behind.get(id));
}

export function followStandings(): void {
  onEvent('refresh.moved', put);
  call('refresh.standings', null).then((all) => all.forEach(put), reportError);
}

function put(standing: SessionStanding): void {
  const behind = new Map(store.getState().behind);
  if (standing.moved.length === 0 && standing.refreshed === null) behind.delete(standing.sessionId);
  else behind.set(standing.sessionId, standing);
  store.setState({ behind });
}
