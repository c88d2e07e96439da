/**
 * How a line ends; the last line of a text may have no ending. A lone carriage return is content,
 * as in git. If it were an ending, inserting such a line before an empty one would join the two
 * endings into a third kind.
 */
export type LineEnding = '\n' | '\r\n';

/** Lines keep their endings, so that joining them gives the text back byte for byte. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    lines.push(text.slice(start, end + 1));
    start = end + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

export function endingOf(line: string): LineEnding | '' {
  if (line.endsWith('\r\n')) return '\r\n';
  return line.endsWith('\n') ? '\n' : '';
}

export function withEnding(line: string, ending: LineEnding): string {
  const present = endingOf(line);
  return present === '' || present === ending
    ? line
    : line.slice(0, line.length - present.length) + ending;
}

/** The ending of most lines; null if no line has one. */
export function dominantEnding(lines: readonly string[]): LineEnding | null {
  const counts = countEndings(lines);
  const [first] = [...counts].sort(([, left], [, right]) => right - left);
  return first?.[0] ?? null;
}

/** The ending of every line, except perhaps the last; null if they differ or no line has one. */
export function uniformEnding(lines: readonly string[]): LineEnding | null {
  const counts = countEndings(lines);
  const [only, other] = [...counts.keys()];
  return other === undefined ? (only ?? null) : null;
}

/**
 * The line with any kind of ending replaced by one kind. A line without an ending stays different.
 */
export function withoutEndingKind(line: string): string {
  return withEnding(line, '\n');
}

function countEndings(lines: readonly string[]): Map<LineEnding, number> {
  const counts = new Map<LineEnding, number>();
  for (const line of lines) {
    const ending = endingOf(line);
    if (ending !== '') counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return counts;
}
