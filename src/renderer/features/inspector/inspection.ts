import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import type { FrameFilter, FrameSummary, InspectorSnapshot } from '#shared/ipc/inspector';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { SHOWN_FRAMES } from './limits';

interface InspectionState {
  /** The session shown; null until its first answer. */
  readonly sessionId: SessionId | null;
  readonly snapshot: InspectorSnapshot;
}

const nothing: InspectorSnapshot = {
  process: null,
  stderrTail: '',
  frames: [],
  total: 0,
  open: [],
  labels: [],
};

const inspection = createStore<InspectionState>(() => ({ sessionId: null, snapshot: nothing }));

/** The current request; answers and news about anything else come too late. */
let wanted: { readonly sessionId: SessionId; readonly filter: FrameFilter } | null = null;

/** Looks at a session's wire for as long as it is drawn; paused, it shows what it showed last. */
export function useInspection(
  sessionId: SessionId,
  filter: FrameFilter,
  isPaused: boolean,
): InspectorSnapshot {
  useEffect(() => {
    if (isPaused) return;
    return look(sessionId, filter);
  }, [sessionId, filter, isPaused]);
  return useStore(inspection, (state) =>
    state.sessionId === sessionId ? state.snapshot : nothing,
  );
}

function look(sessionId: SessionId, filter: FrameFilter): () => void {
  const mine = { sessionId, filter };
  wanted = mine;
  ask();
  return () => {
    if (wanted !== mine) return;
    wanted = null;
    call('inspector.close', null).catch(reportError);
  };
}

function ask(): void {
  const mine = wanted;
  if (mine === null) return;
  call('inspector.open', mine).then((snapshot) => {
    if (wanted === mine) inspection.setState({ sessionId: mine.sessionId, snapshot });
  }, reportUnlessOvertaken(mine));
}

/** A newer wish makes main give up on an older one. */
function reportUnlessOvertaken(mine: typeof wanted): (error: unknown) => void {
  return (error) => {
    if (wanted === mine) reportError(error);
  };
}

onEvent('inspector.changed', ({ sessionId }) => {
  if (wanted?.sessionId === sessionId) ask();
});

onEvent('inspector.frames', ({ sessionId, frames, total, open, stderrTail }) => {
  const state = inspection.getState();
  if (wanted?.sessionId !== sessionId || state.sessionId !== sessionId) return;
  const { snapshot } = state;
  inspection.setState({
    snapshot: {
      ...snapshot,
      frames: withNews(snapshot, frames),
      total: Math.max(snapshot.total, total),
      open,
      stderrTail: stderrTail ?? snapshot.stderrTail,
    },
  });
});

/** Frames that were on their way when the list was reloaded are in it already. */
function withNews(
  { frames, total }: InspectorSnapshot,
  news: readonly FrameSummary[],
): readonly FrameSummary[] {
  const later = news.filter(({ number }) => number > total);
  return later.length === 0 ? frames : [...frames, ...later].slice(-SHOWN_FRAMES);
}
