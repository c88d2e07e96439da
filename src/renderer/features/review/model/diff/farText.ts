import { ODD_SPACE } from '#shared/text/hiddenSigns';
import { FAR_COLUMNS } from '#window/features/review/limits';

/** Text behind so many blanks that a reader does not notice it. */
export interface FarText {
  /** Counted from one. */
  readonly line: number;
  readonly columns: number;
}

const TAB_COLUMNS = 4;
const oddSpace = new RegExp(ODD_SPACE.source, 'u');

/** Pure: the first of these lines that continues after a gap; null if none does. */
export function findFarText(
  lines: Iterable<{ readonly line: number; readonly text: string }>,
): FarText | null {
  for (const { line, text } of lines) {
    const columns = gapIn(text);
    if (columns >= FAR_COLUMNS) return { line, columns };
  }
  return null;
}

/** The lines of the proposed text that the base does not have. */
export function newLines(base: string | null, proposed: string | null) {
  const known = new Set(base?.split('\n'));
  return (proposed ?? '')
    .split('\n')
    .map((text, index) => ({ line: index + 1, text }))
    .filter(({ text }) => !known.has(text));
}

/** The widest run of blanks that text follows, in columns. */
function gapIn(text: string): number {
  if (text.length < FAR_COLUMNS / TAB_COLUMNS) return 0;
  let [widest, gap] = [0, 0];
  for (const sign of text) {
    if (sign === ' ') gap += 1;
    else if (sign === '\t') gap += TAB_COLUMNS;
    else if (sign > '\x7f' && oddSpace.test(sign)) gap += 1;
    else if (sign !== '\r') {
      widest = Math.max(widest, gap);
      gap = 0;
    }
  }
  return widest;
}
