import type { ChangeTexts } from '#shared/ipc/changes';
import type { Change } from './change';
import { splitLines } from './diff/lines';

/** A line of a changed file that holds what was looked for. */
export interface FoundLine {
  /** A line number of the proposed text, or of the base for removed lines. */
  readonly side: 'original' | 'modified';
  /** Counted from zero, like the column. */
  readonly line: number;
  readonly column: number;
}

/**
 * Pure: finds a text, ignoring case, in the lines of the proposed text and in the removed lines.
 * The number of results is limited.
 */
export function findLines(
  { hunks }: Pick<Change, 'hunks'>,
  { base, proposed }: ChangeTexts,
  text: string,
  most: number,
): readonly FoundLine[] {
  const wanted = text.toLowerCase();
  const found: FoundLine[] = [];
  const look = (side: FoundLine['side'], lines: readonly string[], from: number, to: number) => {
    for (let line = from; line < to && found.length < most; line++) {
      const column = lines[line]?.toLowerCase().indexOf(wanted) ?? -1;
      if (column !== -1) found.push({ side, line, column });
    }
  };
  const old = splitLines(base ?? '');
  const next = splitLines(proposed ?? '');
  let at = 0;
  for (const hunk of hunks.toSorted((left, right) => startOf(left) - startOf(right))) {
    if (hunk.type !== 'text') continue;
    look('modified', next, at, hunk.proposedStart);
    look('original', old, hunk.baseStart, hunk.baseStart + hunk.baseCount);
    at = hunk.proposedStart;
  }
  look('modified', next, at, next.length);
  // A deletion is one hunk without lines of its own, and all of them go.
  if (proposed === null) look('original', old, 0, old.length);
  return found;
}

function startOf(hunk: Change['hunks'][number]): number {
  return hunk.type === 'text' ? hunk.proposedStart : 0;
}
