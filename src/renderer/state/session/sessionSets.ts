import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isSessionId, type SessionId } from '#shared/ids';
import { SET_LIMIT } from '#window/state/limits';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { memberNames } from './memberNames';
import { sessionSummary, useSessions } from './sessionsStore';

/** Sessions that were started together on one prompt. */
export type SessionSet = readonly SessionId[];

const KEY = 'sessionSets';

interface SessionSetsState {
  /** The oldest first; a session is in one set at most. */
  readonly sets: readonly SessionSet[];
}

const store = createStore<SessionSetsState>(() => ({ sets: readPersisted(KEY, readSets, []) }));

/** A session of the set whose overview gets the focus once it is drawn. */
let focusWanted: SessionId | null = null;

export function focusSetOnce(id: SessionId): void {
  focusWanted = id;
}

/** Whether this overview should get the focus; true only once. */
export function takeSetFocus(set: SessionSet): boolean {
  if (focusWanted === null || !set.includes(focusWanted)) return false;
  focusWanted = null;
  return true;
}

export function rememberSet(set: SessionSet): void {
  const sets = [...store.getState().sets, set].slice(-SET_LIMIT);
  store.setState({ sets });
  writePersisted(KEY, sets);
}

/** All sets that were started, the oldest first, including sessions that may no longer exist. */
export function useSessionSets(): readonly SessionSet[] {
  return useStore(store, ({ sets }) => sets);
}

/** Like `setOf`, for components. Returns the same list as long as its sessions are the same. */
export function useSet(id: SessionId): SessionSet {
  const sessions = useSessions();
  const sets = useSessionSets();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setOf` reads both.
  const members = useMemo(() => setOf(id).join(' '), [id, sessions, sets]);
  return useMemo(() => members.split(' ').filter(isSessionId), [members]);
}

/** The name of a session among those that it is shown with; see `memberNames`. */
export function useMemberNames(sessionIds: SessionSet): (id: SessionId) => string {
  const sessions = useSessions();
  const names = useMemo(
    () => memberNames(sessionIds.flatMap((id) => sessions?.get(id) ?? [])),
    [sessions, sessionIds],
  );
  return (id) => names.get(id) ?? 'Deleted session';
}

/** The same for code outside components. */
export function memberName(id: SessionId, among: SessionSet): string {
  return memberNames(among.flatMap((one) => sessionSummary(one) ?? [])).get(id) ?? 'An agent';
}

/** The existing sessions of the same prompt, including this one; empty if there is no other. */
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
