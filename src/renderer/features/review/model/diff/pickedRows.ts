import type { LineSelection } from '#shared/airlock/diff/splitHunk';
import type { SelectedLines } from '#window/features/review/monaco/diffSurface';
import type { DiffRow } from '#window/ui/diff/diffRow';
import type { TextHunkView } from './hunkZones';

/**
 * Rows of one hunk that the user has selected, in the scroll of all files; the end is exclusive.
 */
export interface PickedRows {
  readonly from: number;
  readonly to: number;
}

/** The lines of the hunk that the rows stand for; null if none or all of them. */
export function linesOfRows(
  { hunk }: TextHunkView,
  rows: readonly DiffRow[],
  { from, to }: PickedRows,
): LineSelection | null {
  const picked = rows.slice(from, to);
  const removed = picked.flatMap(({ type, before }) =>
    type === 'removed' && before !== null ? [before - 1 - hunk.baseStart] : [],
  );
  const added = picked.flatMap(({ type, after }) =>
    type === 'added' && after !== null ? [after - 1 - hunk.proposedStart] : [],
  );
  const count = removed.length + added.length;
  return count === 0 || count === hunk.baseCount + hunk.proposedCount ? null : { removed, added };
}

/**
 * The lines to comment on: of the proposed text, or of the base if all of them are removed lines.
 */
export function placeOfRows(
  rows: readonly DiffRow[],
  { from, to }: PickedRows,
): SelectedLines | null {
  const picked = rows.slice(from, to);
  const place = (side: SelectedLines['side'], numbers: readonly (number | null)[]) => {
    const known = numbers.filter((number) => number !== null);
    const [first] = known;
    const last = known.at(-1);
    return first === undefined || last === undefined ? null : { side, start: first - 1, end: last };
  };
  return (
    place(
      'modified',
      picked.map(({ after }) => after),
    ) ??
    place(
      'original',
      picked.map(({ before }) => before),
    )
  );
}
