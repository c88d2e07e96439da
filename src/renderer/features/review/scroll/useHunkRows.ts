import { useEffect, useState } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { HunkRange } from '#shared/airlock/hunks';
import type { ChangeId, SessionId } from '#shared/ids';
import { diffClient } from '#window/features/review/diff/diffClient';
import { KEPT_ROWS } from '#window/features/review/limits';
import { type Loading, loadTexts } from '#window/features/review/model/diff/changeTexts';
import { textHunks } from '#window/features/review/model/diff/hunkZones';
import type { DiffRow } from '#window/ui/diff/diffRow';

type Rows = readonly DiffRow[][];

const kept = new Map<string, Rows>();

/** The lines of a file's hunks, in order; all lines of a deleted file as one hunk. */
export function useHunkRows(sessionId: SessionId, view: ChangeView): Loading<Rows> {
  const { changeId } = view.change;
  const ranges = rangesOf(view);
  const key = keyOf(sessionId, view);
  const [loaded, setLoaded] = useState<{ key: string; result: Loading<Rows> }>();
  useEffect(() => {
    if (kept.has(key)) return;
    let isWanted = true;
    const set = (result: Loading<Rows>) => isWanted && setLoaded({ key, result });
    load(sessionId, changeId, JSON.parse(ranges)).then(
      (value) => {
        keep(key, value);
        set({ state: 'loaded', value });
      },
      (error: unknown) => set({ state: 'failed', error }),
    );
    return () => {
      isWanted = false;
    };
  }, [sessionId, changeId, ranges, key]);
  const known = kept.get(key);
  if (known) return { state: 'loaded', value: known };
  return loaded?.key === key ? loaded.result : { state: 'loading' };
}

/** The loaded rows, for callers that cannot wait; null if they are not loaded. */
export function loadedRows(sessionId: SessionId, view: ChangeView): Rows | null {
  return kept.get(keyOf(sessionId, view)) ?? null;
}

/** A decision makes a new list of hunks, but the lines stay the same. */
function keyOf(sessionId: SessionId, view: ChangeView): string {
  return `${sessionId}/${view.change.changeId}/${rangesOf(view)}`;
}

function rangesOf(view: ChangeView): string {
  return JSON.stringify(textHunks(view).map(rangeIn));
}

async function load(
  sessionId: SessionId,
  changeId: ChangeId,
  ranges: readonly HunkRange[],
): Promise<Rows> {
  const { base, proposed } = await loadTexts(sessionId, changeId);
  return diffClient.rows({
    original: base ?? '',
    modified: proposed ?? '',
    ranges: ranges.length > 0 ? ranges : null,
  });
}

function keep(key: string, rows: Rows): void {
  kept.set(key, rows);
  const oldest = kept.keys().next().value;
  if (kept.size > KEPT_ROWS && oldest !== undefined) kept.delete(oldest);
}

function rangeIn({ hunk }: ReturnType<typeof textHunks>[number]): HunkRange {
  const { baseStart, baseCount, proposedStart, proposedCount } = hunk;
  return { baseStart, baseCount, proposedStart, proposedCount };
}
