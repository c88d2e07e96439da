import { type FocusEvent, useCallback, useMemo, useState } from 'react';
import type { ThreadRow } from './threadRows';

/** The row that holds the keyboard stays drawn when it is scrolled away: focus must not be lost. */
export function useFocusedRow(
  rows: readonly ThreadRow[],
): [kept: readonly number[], track: (event: FocusEvent) => void] {
  const [id, setId] = useState<string | null>(null);
  const track = useCallback((event: FocusEvent) => {
    const target = event.type === 'blur' ? event.relatedTarget : event.target;
    const row = target instanceof Element ? target.closest('[data-entry]') : null;
    setId(row?.getAttribute('data-entry') ?? null);
  }, []);
  const kept = useMemo(() => {
    const index = id === null ? -1 : rows.findIndex((row) => row.id === id);
    return index === -1 ? [] : [index];
  }, [rows, id]);
  return [kept, track];
}
