import type { HunkRange } from '#shared/airlock/hunks';

/** A range of lines as editors count them, from one; the end is exclusive. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** Lines of the base that the proposal replaces. */
export interface SpanPair {
  readonly original: LineSpan;
  readonly modified: LineSpan;
}

export function spansOf(range: HunkRange): SpanPair {
  const { baseStart, baseCount, proposedStart, proposedCount } = range;
  return {
    original: { start: baseStart + 1, end: baseStart + 1 + baseCount },
    modified: { start: proposedStart + 1, end: proposedStart + 1 + proposedCount },
  };
}

export function isEmptySpan({ start, end }: LineSpan): boolean {
  return start === end;
}

/**
 * An editor counts an empty line after the last ending. Where only one side has that ending, the
 * last change must reach the end of both, or what follows it would not line up.
 */
export function closedAtEnd(
  pairs: readonly SpanPair[],
  originalLines: number,
  modifiedLines: number,
): readonly SpanPair[] {
  const last = pairs.at(-1);
  if (last === undefined) return pairs;
  const isEven = originalLines - last.original.end === modifiedLines - last.modified.end;
  if (isEven) return pairs;
  return [
    ...pairs.slice(0, -1),
    {
      original: { start: last.original.start, end: originalLines + 1 },
      modified: { start: last.modified.start, end: modifiedLines + 1 },
    },
  ];
}
