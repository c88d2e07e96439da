import { createStore } from 'zustand/vanilla';
import { isSessionId, type SessionId } from '#shared/ids';
import { SET_LIMIT } from '#window/state/limits';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { sessionSummary } from './sessionsStore';

/** Sessions that were started together on one prompt. */
export type SessionSet = readonly SessionId[];

const KEY = 'sessionSets';

interface SessionSetsState {
  /** The oldest first; a session is in one set at most. */
  readonly sets: readonly SessionSet[];
}

const store = createStore<SessionSetsState>(() => ({ sets: readPersisted(KEY, readSets, []) }));

export function rememberSet(set: SessionSet): void {
  const sets = [...store.getState().sets, set].slice(-SET_LIMIT);
  store.setState({ sets });
  writePersisted(KEY, sets);
}

/** The sessions of the same prompt that still exist, this one included; none if it is alone. */
export function setOf(id: SessionId): SessionSet {
  const set = store.getState().sets.findLast((members) => members.includes(id)) ?? [];
  const left = set.filter((member) => sessionSummary(member)?.archived === false);
  return left.length > 1 ? left : [];
}

function readSets(value: unknown): readonly SessionSet[] | undefined {
  const isSet = (set: unknown) =>
    Array.isArray(set) && set.every((id) => typeof id === 'string' && isSessionId(id));
  return Array.isArray(value) && value.every(isSet) ? value : undefined;
}
