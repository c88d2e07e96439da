import { type FocusEvent, useEffect, useRef, useState } from 'react';

/**
 * The row of a tree that has the tab stop: the last focused one, otherwise the preferred one,
 * otherwise the first. Row elements have their key in `data-row`.
 */
export function useTreeFocus<Row extends { readonly key: string }>(
  rows: readonly Row[],
  preferred: string | null,
) {
  const tree = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const has = (key: string | null) => rows.some((row) => row.key === key);

  /** A row to focus once it is drawn; a row with the tab stop is always drawn. */
  const awaited = useRef<string | null>(null);
  const focusRow = (key: string) => {
    setCurrent(key);
    const row = elementOf(tree.current, key);
    row?.focus();
    awaited.current = row ? null : key;
  };
  useEffect(() => {
    if (awaited.current === null) return;
    elementOf(tree.current, awaited.current)?.focus();
    awaited.current = null;
  });

  /** The row that has the focus itself, as opposed to a field in it. */
  const focusedRow = (target: EventTarget): Row | undefined => {
    const focused = target instanceof HTMLElement ? target.dataset.row : undefined;
    return rows.find(({ key }) => key === focused);
  };

  const rowAround = (target: EventTarget): Row | undefined => {
    const element = target instanceof Element ? target.closest('[data-row]') : null;
    return rows.find(({ key }) => key === element?.getAttribute('data-row'));
  };

  const onFocus = (event: FocusEvent<HTMLElement>) =>
    setCurrent(event.target.dataset.row ?? current);

  const tabStop = has(current) ? current : has(preferred) ? preferred : rows[0]?.key;
  return { tree, tabStop, focusRow, focusedRow, rowAround, onFocus };
}

function elementOf(tree: HTMLElement | null, key: string): HTMLElement | undefined {
  const elements = tree?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
  return [...elements].find((element) => element.dataset.row === key);
}
