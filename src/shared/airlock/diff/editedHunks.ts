import { applyHunks, computeHunks, type TextHunk } from '#shared/airlock/hunks';
import type { HunkId } from '#shared/ids';
import { alignFormat } from './textFormat';

/** What became of an agent's hunks when the user typed into the proposed text. */
export interface EditedHunks {
  /** Hunks of the new text that the agent has not proposed like this. */
  readonly hunkIds: readonly HunkId[];
  /** How many of the agent's hunks are gone without any of these in their place. */
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

/** A text of the user's without these hunks of the base, where it still has them as they are. */
export function withoutHunks(base: string, edited: string, gone: readonly TextHunk[]): string {
  const encoding = 'utf8';
  const aligned = alignFormat({ text: base, encoding }, { text: edited, encoding }).text;
  const hunks = computeHunks(base, aligned);
  const kept = missingIn(gone, hunks);
  return kept.length === hunks.length ? edited : applyHunks(base, kept);
}

/** The hunks of the second list that do what none of the first does. Their place in the new text does not matter. */
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
