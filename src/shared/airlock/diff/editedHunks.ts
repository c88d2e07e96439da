import { applyHunks, computeHunks, type TextHunk } from '#shared/airlock/hunks';
import type { HunkId } from '#shared/ids';
import { alignFormat } from './textFormat';

/** What became of an agent's hunks when the user typed into the proposed text. */
export interface EditedHunks {
  /** Hunks of the new text that the agent did not propose in this form. */
  readonly hunkIds: readonly HunkId[];
  /** How many of the agent's hunks disappeared without one of these hunks replacing them. */
  readonly removed: number;
}

export function editedHunks(base: string, proposed: string, edited: string): EditedHunks {
  const [before, after] = [computeHunks(base, proposed), computeHunks(base, edited)];
  const own = missingIn(before, after);
  const gone = missingIn(after, before);
  return {
    hunkIds: own.map(({ id }) => id),
    removed: gone.filter((hunk) => !own.some((other) => touch(hunk, other))).length,
  };
}

/** The user's edited text without these hunks, wherever the text still contains them unchanged. */
export function withoutHunks(base: string, edited: string, gone: readonly TextHunk[]): string {
  const encoding = 'utf8';
  const aligned = alignFormat({ text: base, encoding }, { text: edited, encoding }).text;
  const hunks = computeHunks(base, aligned);
  const kept = missingIn(gone, hunks);
  return kept.length === hunks.length ? edited : applyHunks(base, kept);
}

/**
 * The hunks of the second list that have no equal in the first. Their place in the new text does
 * not matter.
 */
function missingIn(known: readonly TextHunk[], hunks: readonly TextHunk[]): readonly TextHunk[] {
  const keys = new Set(known.map(keyOf));
  return hunks.filter((hunk) => !keys.has(keyOf(hunk)));
}

function keyOf({ baseStart, removed, added }: TextHunk): string {
  return JSON.stringify([baseStart, removed.length, added]);
}

function touch(left: TextHunk, right: TextHunk): boolean {
  const end = ({ baseStart, removed }: TextHunk) => baseStart + removed.length;
  return left.baseStart <= end(right) && right.baseStart <= end(left);
}
