import type { Hunk } from '#shared/airlock/change';
import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import type { HunkRange } from '#shared/airlock/hunks';
import type { SelectedLines } from '#window/features/review/monaco/diffSurface';
import { DIFF_CONTEXT_LINES } from '#window/ui/diff/limits';

export type TextHunkView = HunkView & { readonly hunk: Extract<Hunk, { type: 'text' }> };

/** The text hunks in line order. */
export function textHunks({ hunks }: Pick<ChangeView, 'hunks'>): readonly TextHunkView[] {
  return hunks
    .filter((view): view is TextHunkView => view.hunk.type === 'text')
    .toSorted(
      (left, right) =>
        left.hunk.baseStart - right.hunk.baseStart ||
        left.hunk.proposedStart - right.hunk.proposedStart,
    );
}

/** The hunks that have no place among the lines: moves, modes, binary files. */
export function otherHunks({ hunks }: Pick<ChangeView, 'hunks'>): readonly HunkView[] {
  return hunks.filter(({ hunk }) => hunk.type !== 'text');
}

/**
 * Adjacent hunks, such as the parts of a split one, are drawn as one change, because an editor
 * treats the lines between changes as common.
 */
export function drawnRanges(hunks: readonly TextHunkView[]): readonly HunkRange[] {
  const ranges: HunkRange[] = [];
  for (const { hunk } of hunks) {
    const last = ranges.at(-1);
    const touches =
      last !== undefined &&
      last.baseStart + last.baseCount === hunk.baseStart &&
      last.proposedStart + last.proposedCount === hunk.proposedStart;
    if (!touches) {
      const { baseStart, baseCount, proposedStart, proposedCount } = hunk;
      ranges.push({ baseStart, baseCount, proposedStart, proposedCount });
    } else {
      ranges[ranges.length - 1] = {
        ...last,
        baseCount: last.baseCount + hunk.baseCount,
        proposedCount: last.proposedCount + hunk.proposedCount,
      };
    }
  }
  return ranges;
}

/** The hunk that a line belongs to; lines are counted from zero. */
export function hunkAt(
  hunks: readonly TextHunkView[],
  side: 'original' | 'modified',
  line: number,
): TextHunkView | undefined {
  return hunks.find(({ hunk }) => {
    const [start, count] =
      side === 'original'
        ? [hunk.baseStart, hunk.baseCount]
        : [hunk.proposedStart, hunk.proposedCount];
    return line >= start && line < start + Math.max(count, 1);
  });
}

/** The hunk that contains some lines, or the lines around them, which are drawn with it. */
export function hunkNear(
  hunks: readonly TextHunkView[],
  { side, start, end }: SelectedLines,
): TextHunkView | undefined {
  const distances = hunks.map(({ hunk }) => {
    const [from, count] =
      side === 'original'
        ? [hunk.baseStart, hunk.baseCount]
        : [hunk.proposedStart, hunk.proposedCount];
    return Math.max(from - end, start - from - count, 0);
  });
  const least = Math.min(...distances);
  return least > DIFF_CONTEXT_LINES ? undefined : hunks[distances.indexOf(least)];
}

/** Which lines of a hunk are among those selected on one side; null if none or all of it. */
export function selectionIn(
  { hunk }: TextHunkView,
  selected: {
    readonly side: 'original' | 'modified';
    readonly start: number;
    readonly end: number;
  },
): { readonly removed: readonly number[]; readonly added: readonly number[] } | null {
  const [start, count] =
    selected.side === 'original'
      ? [hunk.baseStart, hunk.baseCount]
      : [hunk.proposedStart, hunk.proposedCount];
  const from = Math.max(selected.start - start, 0);
  const to = Math.min(selected.end - start, count);
  if (to <= from || (from === 0 && to === count)) return null;
  const rows = Array.from({ length: to - from }, (_, index) => from + index);
  // The line beside a picked one on the other side is picked, too.
  return {
    removed: rows.filter((row) => row < hunk.baseCount),
    added: rows.filter((row) => row < hunk.proposedCount),
  };
}
