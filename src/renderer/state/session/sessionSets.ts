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

/** The set whose overview gets the keyboard when it is drawn, by one of its sessions. */
let focusWanted: SessionId | null = null;

export function focusSetOnce(id: SessionId): void {
  focusWanted = id;
}

/** Whether this overview is the one; asked once. */
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

/** Every set that was started, the oldest first, with those of its sessions that may be gone by now. */
export function useSessionSets(): readonly SessionSet[] {
  return useStore(store, ({ sets }) => sets);
}

/** As `setOf`, for what is drawn. The same list as long as its sessions are the same. */
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

/** The same outside what is drawn. */
export function memberName(id: SessionId, among: SessionSet): string {
  return memberNames(among.flatMap((one) => sessionSummary(one) ?? [])).get(id) ?? 'An agent';
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
