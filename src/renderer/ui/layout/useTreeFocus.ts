import { type FocusEvent, useRef, useState } from 'react';

/**
 * Which row of a tree has the tab stop: the one the user was at last, else the preferred one, else the
 * first. Rows are elements that have their key in `data-row`.
 */
export function useTreeFocus<Row extends { readonly key: string }>(
  rows: readonly Row[],
  preferred: string | null,
) {
  const tree = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const has = (key: string | null) => rows.some((row) => row.key === key);

  const focusRow = (key: string) => {
    setCurrent(key);
    const elements = tree.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
    [...elements].find((element) => element.dataset.row === key)?.focus();
  };

  /** The row that has the focus itself, not a field in it. */
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
