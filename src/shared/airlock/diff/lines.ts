/**
 * How a line ends; the last line of a text may have no ending. A lone carriage return is content,
 * as it is to git: were it an ending, a line put before an empty one would make a third kind of both.
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

/** The ending that every line has, the last one perhaps excepted; null if they differ or have none. */
export function uniformEnding(lines: readonly string[]): LineEnding | null {
  const counts = countEndings(lines);
  const [only, other] = [...counts.keys()];
  return other === undefined ? (only ?? null) : null;
}

/** Compares equal across kinds of endings, but tells a line that has none. */
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
