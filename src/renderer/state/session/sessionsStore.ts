import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { visibleWords } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

interface SessionsState {
  /** Null until main has started and answered. */
  readonly sessions: ReadonlyMap<SessionId, SessionSummary> | null;
}

/**
 * How often a list may be redrawn for a working session, which changes many times a second; lists
 * show minutes.
 */
const AGE_STEP_MILLISECONDS = 20_000;

/** All sessions, open or not, as lists show them. */
export const sessionsStore = createStore<SessionsState>(() => ({ sessions: null }));

/** Summaries that main sent before it answered with the list. */
const early: SessionSummary[] = [];

export function followSessions(): void {
  onEvent('sessions.changed', (summary) => {
    if (sessionsStore.getState().sessions === null) early.push(summary);
    else put([summary]);
  });
  onEvent('sessions.removed', ({ sessionId }) => {
    const sessions = new Map(sessionsStore.getState().sessions);
    if (sessions.delete(sessionId)) sessionsStore.setState({ sessions });
  });
  call('sessions.list', null).then((list) => put([...list, ...early.splice(0)]), reportError);
}

export function useSessions(): ReadonlyMap<SessionId, SessionSummary> | null {
  return useStore(sessionsStore, (state) => state.sessions);
}

export function useSession(id: SessionId): SessionSummary | undefined {
  return useStore(sessionsStore, (state) => state.sessions?.get(id));
}

export function sessionSummary(id: SessionId): SessionSummary | undefined {
  return sessionsStore.getState().sessions?.get(id);
}

/** A session has no title before its first prompt. */
export function titleOf(summary: { readonly title: string } | undefined): string {
  return visibleWords(summary?.title || 'New session');
}

/** Adds summaries. The answer and events may cross on their way, so the newer summary counts. */
function put(summaries: readonly SessionSummary[]): void {
  const known = sessionsStore.getState().sessions;
  const news = summaries.filter((summary) => isNews(known?.get(summary.id), summary));
  if (known !== null && news.length === 0) return;
  const sessions = new Map(known);
  for (const summary of news) {
    if ((sessions.get(summary.id)?.updatedAt ?? 0) <= summary.updatedAt) {
      sessions.set(summary.id, summary);
    }
  }
  sessionsStore.setState({ sessions });
}

function isNews(known: SessionSummary | undefined, next: SessionSummary): boolean {
  if (known === undefined) return true;
  if (next.updatedAt < known.updatedAt) return false;
  if (next.updatedAt - known.updatedAt >= AGE_STEP_MILLISECONDS) return true;
  return (Object.keys(next) as (keyof SessionSummary)[]).some(
    (key) => key !== 'updatedAt' && !isSame(known[key], next[key]),
  );
}

/** Compares by value, because summaries arrive as text and are always new objects. */
function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
