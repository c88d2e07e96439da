import type { LineEdit } from '#shared/airlock/diff/diffLines';
import { splitLines } from '#shared/airlock/diff/lines';
import { computeHunks, type HunkRange, rangeOf } from '#shared/airlock/hunks';
import { HUNK_ALL_ROWS } from '#window/features/review/limits';
import { type DiffRow, editRows, editSpans } from '#window/ui/diff/diffRow';

export interface RowsRequest {
  readonly original: string;
  readonly modified: string;
  /** The positions of the hunks, in line order; null computes them. */
  readonly ranges: readonly HunkRange[] | null;
}

/** Pure: the lines of each hunk with some context, up to a limit. */
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

/**
 * The number of rows of each hunk, from its position alone: at the end of a file there may be
 * fewer.
 */
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
