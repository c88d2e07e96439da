import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  type ChangeView,
  type LineCounts,
  openFiles,
  undecidedLines,
} from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { panesStore } from '#window/state/layout/panes';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { listenToChanges, sessionChanges } from './sessionChanges';
import { sessionsStore } from './sessionsStore';
import type { ChangedLines } from './shownStatus';

const KEY = 'changedLines';
/** How rarely an agent that writes file after file is asked about. */
const DELAY_MILLISECONDS = 400;

/** Undecided lines as last reported; sessions without any are not in it. */
const store = createStore<ChangedLines>(() => readPersisted(KEY, readLines, {}));

export function useChangedLines(id: SessionId): LineCounts | undefined {
  return useStore(store, (lines) => lines[id]);
}

export function useAllChangedLines(): ChangedLines {
  return useStore(store);
}

export function allChangedLines(): ChangedLines {
  return store.getState();
}

/**
 * Keeps the counts up to date: continuously for visible sessions, and when main reports a change
 * for the others.
 */
export function followChangedLines(): void {
  const watched = new Map<SessionId, () => void>();
  const watch = () => {
    const { visible } = panesStore.getState();
    for (const [id, unwatch] of watched) {
      if (visible.includes(id)) continue;
      unwatch();
      watched.delete(id);
    }
    for (const id of visible) {
      if (watched.has(id)) continue;
      const update = () => put(id, sessionChanges(id)?.changes);
      watched.set(id, listenToChanges(id, update));
      update();
    }
  };
  watch();
  panesStore.subscribe(watch);
  onEvent('changes.changed', ({ sessionId }) => {
    if (!watched.has(sessionId)) askSoon(sessionId);
  });
}

const asked = new Set<SessionId>();

function askSoon(id: SessionId): void {
  if (asked.has(id)) return;
  asked.add(id);
  setTimeout(() => {
    asked.delete(id);
    call('changes.list', { sessionId: id }).then(({ changes }) => put(id, changes), reportError);
  }, DELAY_MILLISECONDS);
}

function put(id: SessionId, changes: readonly ChangeView[] | undefined): void {
  if (changes === undefined) return;
  const before = store.getState();
  const counted = waitingLines(changes);
  const known = before[id];
  if (known?.added === counted?.added && known?.removed === counted?.removed) return;
  const { sessions } = sessionsStore.getState();
  const others = Object.entries(before).filter(
    ([other]) => other !== id && (sessions?.has(other as SessionId) ?? true),
  );
  const next: ChangedLines = Object.fromEntries(counted ? [...others, [id, counted]] : others);
  store.setState(next, true);
  writePersisted(KEY, next);
}

/** The undecided lines in the latest change of each file; undefined if there are none. */
function waitingLines(changes: readonly ChangeView[]): LineCounts | undefined {
  const open = openFiles(changes);
  return open.length > 0 ? undecidedLines(open) : undefined;
}

function readLines(value: unknown): ChangedLines | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value).every(isCount) ? (value as ChangedLines) : undefined;
}

function isCount(value: unknown): boolean {
  const { added, removed } = (value ?? {}) as Record<string, unknown>;
  return typeof added === 'number' && typeof removed === 'number';
}
