import type { RefreshId, SessionId } from '#shared/ids';
import { readPersisted, writePersisted } from '#window/state/persisted';

const KEY = 'toldRefreshes';
/** The newest, by session. */
const KEPT = 200;

type Told = readonly (readonly [SessionId, RefreshId])[];

/** Whether the session's prompt has been given the words about this refresh, in this run of the app or an earlier one. */
export function isTold(sessionId: SessionId, refreshId: RefreshId): boolean {
  return read().some(([session, refresh]) => session === sessionId && refresh === refreshId);
}

/** Null: the words were taken out again. */
export function noteTold(sessionId: SessionId, refreshId: RefreshId | null): void {
  const others = read().filter(([session]) => session !== sessionId);
  const own = refreshId === null ? [] : [[sessionId, refreshId] as const];
  writePersisted(KEY, [...others, ...own].slice(-KEPT));
}

function read(): Told {
  return readPersisted(KEY, understood, []);
}

function understood(value: unknown): Told | undefined {
  const isPair = (pair: unknown) =>
    Array.isArray(pair) && pair.length === 2 && pair.every((id) => typeof id === 'string');
  return Array.isArray(value) && value.every(isPair) ? (value as Told) : undefined;
}
