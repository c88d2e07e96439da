const LINE_FEED = 10;

/**
 * Lines of a file with their line breaks, so that parts read one after the other make up the file. Counted, not split: as
 * pieces of their own, the lines of a large file would take a hundred times as long, and as much memory.
 */
export function fileLines(text: string, offset: number | null, limit: number | null): string {
  const start = endOfLines(text, 0, offset ?? 0);
  return text.slice(start, limit === null ? undefined : endOfLines(text, start, limit));
}

/** Where so many lines end, counted from a place; the end of the text if there are fewer. */
function endOfLines(text: string, start: number, lines: number): number {
  let left = lines;
  if (left === 0) return start;
  for (let at = start; at < text.length; at++) {
    if (text.charCodeAt(at) === LINE_FEED && --left === 0) return at + 1;
  }
  return text.length;
}
