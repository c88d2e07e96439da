import type { LineEdit } from '#shared/airlock/diffLines';
import { computeHunks, type HunkRange, rangeOf } from '#shared/airlock/hunks';
import { splitLines } from '#shared/airlock/lines';
import { type DiffRow, editRows, editSpans } from '../../../ui/diff/diffRow';
import { HUNK_ALL_ROWS } from '../limits';

export interface RowsRequest {
  readonly original: string;
  readonly modified: string;
  /** Where the hunks lie, in the order of the lines; null lets them be found. */
  readonly ranges: readonly HunkRange[] | null;
}

/** Pure: the lines of each hunk with a few around it, up to a bound. */
export function hunkRows({ original, modified, ranges }: RowsRequest): readonly DiffRow[][] {
  const old = splitLines(original);
  const next = splitLines(modified);
  const edits = (ranges ?? computeHunks(original, modified).map(rangeOf)).map(editOf);
  const spans = editSpans(edits, old.length);
  return edits.map((edit, index) => {
    const span = spans[index] ?? { from: edit.baseStart, to: edit.baseEnd };
    return editRows(old, next, edit, span).slice(0, HUNK_ALL_ROWS);
  });
}

/** How many rows each hunk has, from its place alone: at the end of a file there may be fewer. */
export function rowCounts(ranges: readonly HunkRange[]): readonly number[] {
  const spans = editSpans(ranges.map(editOf), Number.POSITIVE_INFINITY);
  return ranges.map(({ baseCount, proposedCount }, index) => {
    const { from, to } = spans[index] ?? { from: 0, to: baseCount };
    return to - from + proposedCount;
  });
}

function editOf({ baseStart, baseCount, proposedStart, proposedCount }: HunkRange): LineEdit {
  return {
    baseStart,
    baseEnd: baseStart + baseCount,
    otherStart: proposedStart,
    otherEnd: proposedStart + proposedCount,
  };
}
