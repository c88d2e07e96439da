import type { HunkId } from '#shared/ids';
import { pushAll } from '#shared/pushAll';
import { diffLines } from './diff/diffLines';
import { splitLines } from './diff/lines';
import { textHash } from './diff/textHash';

/**
 * Lines of the base that are replaced by others. Hunks of one change never overlap, so that any of
 * them can be applied without the rest; those at the same place are ordered by `proposedStart`.
 */
export interface TextHunk {
  readonly id: HunkId;
  /** Counted from zero, as all line numbers here. */
  readonly baseStart: number;
  readonly removed: readonly string[];
  readonly proposedStart: number;
  readonly added: readonly string[];
}

/** The line ranges of a hunk; with both texts available, nothing else is needed. */
export interface HunkRange {
  readonly baseStart: number;
  readonly baseCount: number;
  readonly proposedStart: number;
  readonly proposedCount: number;
}

export function computeHunks(base: string, proposed: string): TextHunk[] {
  const baseLines = splitLines(base);
  const proposedLines = splitLines(proposed);
  return diffLines(baseLines, proposedLines).map((edit) =>
    textHunk(
      edit.baseStart,
      baseLines.slice(edit.baseStart, edit.baseEnd),
      edit.otherStart,
      proposedLines.slice(edit.otherStart, edit.otherEnd),
    ),
  );
}

/** The id follows from the place and the texts, so that it is the same whenever it is computed. */
export function textHunk(
  baseStart: number,
  removed: readonly string[],
  proposedStart: number,
  added: readonly string[],
): TextHunk {
  const content = [baseStart, removed.length, proposedStart, ...removed, '\0', ...added].join('\0');
  const id = `h${baseStart + 1}-${textHash(content)}` as HunkId;
  return { id, baseStart, removed, proposedStart, added };
}

export function rangeOf(hunk: TextHunk): HunkRange {
  return {
    baseStart: hunk.baseStart,
    baseCount: hunk.removed.length,
    proposedStart: hunk.proposedStart,
    proposedCount: hunk.added.length,
  };
}

/** The hunks at these places, from the two texts that they were computed from. */
export function hunksAt(base: string, proposed: string, ranges: readonly HunkRange[]): TextHunk[] {
  const baseLines = splitLines(base);
  const proposedLines = splitLines(proposed);
  return ranges.map(({ baseStart, baseCount, proposedStart, proposedCount }) =>
    textHunk(
      baseStart,
      baseLines.slice(baseStart, baseStart + baseCount),
      proposedStart,
      proposedLines.slice(proposedStart, proposedStart + proposedCount),
    ),
  );
}

export function inOrder<T extends Pick<TextHunk, 'baseStart' | 'proposedStart'>>(
  hunks: readonly T[],
): T[] {
  return [...hunks].sort(
    (left, right) => left.baseStart - right.baseStart || left.proposedStart - right.proposedStart,
  );
}

/** The base with these hunks applied, whatever their order in the list. */
export function applyHunks(base: string, hunks: readonly TextHunk[]): string {
  return applyToLines(splitLines(base), hunks).join('');
}

export function applyToLines(base: readonly string[], hunks: readonly TextHunk[]): string[] {
  const result: string[] = [];
  let position = 0;
  for (const hunk of inOrder(hunks)) {
    if (hunk.baseStart < position) throw new Error(`Hunk ${hunk.id} overlaps the one before it.`);
    for (; position < hunk.baseStart; position++) result.push(base[position] ?? '');
    pushAll(result, hunk.added);
    position += hunk.removed.length;
  }
  for (; position < base.length; position++) result.push(base[position] ?? '');
  return result;
}

/** The reverse hunks, for a text that holds these hunks and no others. Their ids stay. */
export function invertHunks(hunks: readonly TextHunk[]): TextHunk[] {
  let shift = 0;
  return inOrder(hunks).map((hunk) => {
    const start = hunk.baseStart + shift;
    shift += hunk.added.length - hunk.removed.length;
    return {
      id: hunk.id,
      baseStart: start,
      removed: hunk.added,
      proposedStart: hunk.baseStart,
      added: hunk.removed,
    };
  });
}

/** The same hunks, relative to the text that already has `applied` in it. Their ids stay. */
export function rebaseHunks(hunks: readonly TextHunk[], applied: readonly TextHunk[]): TextHunk[] {
  const earlier = inOrder(applied);
  let next = 0;
  let shift = 0;
  return inOrder(hunks).map((hunk) => {
    for (let other = earlier[next]; other && isBefore(other, hunk); other = earlier[++next]) {
      shift += other.added.length - other.removed.length;
    }
    return { ...hunk, baseStart: hunk.baseStart + shift };
  });
}

function isBefore(left: TextHunk, right: TextHunk): boolean {
  return (
    left.baseStart < right.baseStart ||
    (left.baseStart === right.baseStart && left.proposedStart < right.proposedStart)
  );
}
