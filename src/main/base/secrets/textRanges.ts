export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Sorts ranges and merges those that overlap. */
export function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || range.start >= last.end) merged.push(range);
    else if (range.end > last.end)
      merged[merged.length - 1] = { start: last.start, end: range.end };
  }
  return merged;
}

/** Replaces ranges, which must be sorted and must not overlap. Without any, returns the text itself. */
export function replaceRanges(
  text: string,
  ranges: readonly TextRange[],
  replacement: string,
): string {
  if (ranges.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (const range of ranges) {
    parts.push(text.slice(end, range.start), replacement);
    end = range.end;
  }
  parts.push(text.slice(end));
  return parts.join('');
}
