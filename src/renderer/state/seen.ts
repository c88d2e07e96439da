import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { panesStore } from './layout/panes';
import { readPersisted, writePersisted } from './persisted';
import { sessionsStore } from './session/sessionsStore';

const KEY = 'seenTurns';

type Seen = Readonly<Record<SessionId, number>>;

interface SeenState {
  /** The number of turns of each session that had ended when the user last saw it. */
  readonly turns: Seen;
}

const seenStore = createStore<SeenState>(() => ({
  turns: readPersisted(KEY, readTurns, {}),
}));

/** Whether a turn ended or a request came that the user has not seen yet. */
export function useIsUnread(session: SessionSummary): boolean {
  return useStore(seenStore, ({ turns }) => endedTurns(session) > (turns[session.id] ?? 0));
}

/** Tracks what the user has seen: visible panes in a focused window. */
export function followSeen(): void {
  panesStore.subscribe(markVisible);
  sessionsStore.subscribe(markVisible);
  window.addEventListener('focus', markVisible);
}

function markVisible(): void {
  const { sessions } = sessionsStore.getState();
  if (sessions === null || !document.hasFocus()) return;
  const { turns } = seenStore.getState();
  const news = panesStore
    .getState()
    .visible.flatMap((id) => sessions.get(id) ?? [])
    .filter((session) => endedTurns(session) !== (turns[session.id] ?? 0));
  if (news.length === 0) return;
  const next = { ...turns };
  for (const session of news) next[session.id] = endedTurns(session);
  // Drops sessions that were deleted.
  for (const id of Object.keys(next) as SessionId[]) if (!sessions.has(id)) delete next[id];
  seenStore.setState({ turns: next });
  writePersisted(KEY, next);
}

function endedTurns({ turnCount, lastTurnEnd }: SessionSummary): number {
  return lastTurnEnd === null ? Math.max(0, turnCount - 1) : turnCount;
}

function readTurns(value: unknown): Seen | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value).every((count) => typeof count === 'number')
    ? (value as Seen)
    : undefined;
}
