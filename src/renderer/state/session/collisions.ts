import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Collision } from '#shared/airlock/compare/collisions';
import type { SessionId } from '#shared/ids';
import type { SessionCollisions } from '#shared/ipc/compare';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

interface CollisionsState {
  /** Sessions without collisions are not in it. */
  readonly bySession: ReadonlyMap<SessionId, readonly Collision[]>;
}

const store = createStore<CollisionsState>(() => ({ bySession: new Map() }));

const NONE: readonly Collision[] = [];

/** Where a session and others change the same files differently. */
export function useCollisions(id: SessionId): readonly Collision[] {
  return useStore(store, ({ bySession }) => bySession.get(id) ?? NONE);
}

export function followCollisions(): void {
  onEvent('compare.collided', put);
  call('compare.collisions', null).then((all) => all.forEach(put), reportError);
}

function put({ sessionId, collisions }: SessionCollisions): void {
  const bySession = new Map(store.getState().bySession);
  if (collisions.length === 0) bySession.delete(sessionId);
  else bySession.set(sessionId, collisions);
  store.setState({ bySession });
}
