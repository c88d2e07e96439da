const LINE_FEED = 10;

/**
 * Lines of a file with their line breaks, so that consecutive parts add up to the file. They are
 * counted, not split: splitting a large file would take a hundred times as long, and as much
 * memory.
 */
export function fileLines(text: string, offset: number | null, limit: number | null): string {
  const start = endOfLines(text, 0, offset ?? 0);
  return text.slice(start, limit === null ? undefined : endOfLines(text, start, limit));
}

/**
 * The position after this many lines, counted from `start`; the end of the text if there are fewer.
 */
function endOfLines(text: string, start: number, lines: number): number {
  let left = lines;
  if (left === 0) return start;
  for (let at = start; at < text.length; at++) {
    if (text.charCodeAt(at) === LINE_FEED && --left === 0) return at + 1;
  }
  return text.length;
}
