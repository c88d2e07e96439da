import { type RefObject, useLayoutEffect, useState } from 'react';

/** Shorter lists are drawn completely. */
const WHOLE_ROWS = 300;
/** How many rows beyond the edges of the screen are drawn; scrolling by less draws nothing new. */
const STEP_ROWS = 20;

/** The rows of a long list near the screen: the first one, and the one after the last. */
export type NearRows = readonly [from: number, to: number];

/** A drawn row, or a number of rows that are left out as a gap before a row or at the end. */
export type DrawnRow<Row> =
  | { readonly type: 'row'; readonly row: Row }
  | { readonly type: 'gap'; readonly key: string; readonly rows: number };

/**
 * The visible range of a scrolling list whose rows have equal height: only rows near the screen are
 * drawn.
 */
export function useNearRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowPixels: number,
): NearRows {
  const [near, setNear] = useState<NearRows>([0, STEP_ROWS * 3]);
  const isLong = count > WHOLE_ROWS;
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || !isLong) return undefined;
    const look = () => {
      const steps = Math.floor(element.scrollTop / rowPixels / STEP_ROWS);
      const from = Math.max(0, (steps - 1) * STEP_ROWS);
      const to = (steps + 2) * STEP_ROWS + Math.ceil(element.clientHeight / rowPixels);
      setNear((last) => (last[0] === from && last[1] === to ? last : [from, to]));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [scroller, isLong, rowPixels]);
  return isLong ? near : [0, count];
}

/** The drawn parts of a list: rows near the screen and rows to keep, with gaps for the others. */
export function drawnRows<Row extends { readonly key: string }>(
  rows: readonly Row[],
  [from, to]: NearRows,
  kept: readonly (string | null | undefined)[],
): readonly DrawnRow<Row>[] {
  const drawn: DrawnRow<Row>[] = [];
  let gap = 0;
  const leaveGap = (before: string) => {
    if (gap > 0) drawn.push({ type: 'gap', key: `before ${before}`, rows: gap });
    gap = 0;
  };
  for (const [index, row] of rows.entries()) {
    if ((index >= from && index < to) || kept.includes(row.key)) {
      leaveGap(row.key);
      drawn.push({ type: 'row', row });
    } else gap++;
  }
  leaveGap('the end');
  return drawn;
}
