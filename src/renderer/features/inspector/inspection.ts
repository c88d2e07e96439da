import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { SessionId } from '#shared/ids';
import type { FrameFilter, FrameSummary, InspectorSnapshot } from '#shared/ipc/inspector';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { HELD_ROWS, PAGE_ROWS } from './limits';

export interface Inspection extends Omit<InspectorSnapshot, 'rows'> {
  /** The session that is shown; null until the first answer. */
  readonly sessionId: SessionId | null;
  readonly filter: FrameFilter | null;
  /** The loaded rows, by their ordinals. The others are requested when they are drawn. */
  readonly rows: ReadonlyMap<number, FrameSummary>;
}

const nothing: Inspection = {
  sessionId: null,
  filter: null,
  process: null,
  stderrTail: '',
  rows: new Map(),
  first: 0,
  end: 0,
  total: 0,
  open: [],
  labels: [],
};

const inspection = createStore<Inspection>(() => nothing);

interface Wish {
  readonly sessionId: SessionId;
  readonly filter: FrameFilter;
}

/** The current request; answers and events about anything else are ignored. */
let wanted: Wish | null = null;
/** Pages that were requested but have not arrived. */
let asked = new Set<number>();

/** Subscribes to a session's wire while the component is mounted. */
export function useInspection(sessionId: SessionId, filter: FrameFilter): Inspection {
  useEffect(() => look({ sessionId, filter }), [sessionId, filter]);
  return useStore(inspection, (state) => (state.sessionId === sessionId ? state : nothing));
}

function look(wish: Wish): () => void {
  wanted = wish;
  ask();
  return () => {
    if (wanted !== wish) return;
    wanted = null;
    call('inspector.close', null).catch(reportError);
  };
}

function ask(): void {
  const mine = wanted;
  if (mine === null) return;
  call('inspector.open', mine).then(({ rows, ...snapshot }) => {
    if (wanted !== mine) return;
    asked = new Set();
    inspection.setState({ ...snapshot, ...mine, rows: withRows(new Map(), rows, snapshot.end) });
  }, reportUnlessOvertaken(mine));
}

/** Main abandons an older request when a newer one comes; that is no error. */
function reportUnlessOvertaken(mine: Wish | null): (error: unknown) => void {
  return (error) => {
    if (wanted === mine) reportError(error);
  };
}

/** The row with this ordinal; undefined if the list has none. */
export async function rowAt(ordinal: number): Promise<FrameSummary | undefined> {
  if (!inspection.getState().rows.has(ordinal)) await askForRow(ordinal);
  return inspection.getState().rows.get(ordinal);
}

/** Requests the page with this row, unless it was requested already. */
export async function askForRow(ordinal: number): Promise<void> {
  const mine = wanted;
  const from = ordinal - (ordinal % PAGE_ROWS);
  if (mine === null || asked.has(from)) return;
  const pages = asked;
  pages.add(from);
  try {
    const { first } = inspection.getState();
    const { rows } = await call('inspector.rows', { from, to: from + PAGE_ROWS });
    if (wanted !== mine || pages !== asked) return;
    const state = inspection.getState();
    const end = Math.max(from, first) + rows.length;
    inspection.setState({ rows: withRows(state.rows, rows, end) });
  } catch (error) {
    reportUnlessOvertaken(mine)(error);
  } finally {
    pages.delete(from);
  }
}

/** The rows with these added before an ordinal; rows far from them are dropped. */
function withRows(
  held: ReadonlyMap<number, FrameSummary>,
  rows: readonly FrameSummary[],
  end: number,
): ReadonlyMap<number, FrameSummary> {
  const next = new Map(held);
  const from = end - rows.length;
  for (const [index, row] of rows.entries()) next.set(from + index, row);
  if (next.size <= HELD_ROWS) return next;
  return new Map([...next].filter(([ordinal]) => Math.abs(ordinal - end) < HELD_ROWS / 2));
}

onEvent('inspector.changed', ({ sessionId }) => {
  if (wanted?.sessionId === sessionId) ask();
});

onEvent('inspector.frames', ({ sessionId, first, end, rows, total, open, stderrTail }) => {
  const state = inspection.getState();
  const isShown = wanted?.sessionId === sessionId && state.filter === wanted.filter;
  // Rows that were on their way during a reload are already part of the list.
  if (!isShown || state.sessionId !== sessionId || end < state.end) return;
  inspection.setState({
    first,
    end,
    total: Math.max(state.total, total),
    rows: withRows(state.rows, rows, end),
    open,
    stderrTail: stderrTail ?? state.stderrTail,
  });
});
