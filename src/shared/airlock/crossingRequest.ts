import type { HunkId } from '#shared/ids';
import type { Hunk } from './change';
import { compose, textHunksOf } from './compose';
import type { CrossingRequest } from './crossingPlan';
import { invertHunks, rebaseHunks } from './hunks';
import type { Resolution } from './merge';
import type { Sides } from './review';

/** What to bring into a file so that more, or fewer, of a change's hunks are in it than before. */
export function crossingRequest(
  sides: Sides,
  hunks: readonly Hunk[],
  before: ReadonlySet<HunkId>,
  after: ReadonlySet<HunkId>,
  resolution?: Resolution,
): CrossingRequest {
  const present = hunks.filter(({ id }) => before.has(id));
  const taken = hunks.filter(({ id }) => after.has(id) && !before.has(id));
  const returned = present.filter(({ id }) => !after.has(id));
  if (taken.length > 0 && returned.length > 0) throw new Error('Hunks cross one way at a time.');
  const presentTexts = textHunksOf(sides, present);
  const isReturned = new Set(returned.map(({ id }) => id));
  const edits =
    returned.length > 0
      ? invertHunks(presentTexts).filter(({ id }) => isReturned.has(id))
      : rebaseHunks(textHunksOf(sides, taken), presentTexts);
  return {
    from: compose(sides, hunks, before),
    to: compose(sides, hunks, after),
    hunks: [...taken, ...returned.map(inverse)],
    edits,
    ...(resolution !== undefined && { resolution }),
  };
}

/** Text and aspects follow from the two states; only the format says itself where it leads. */
function inverse(hunk: Hunk): Hunk {
  return hunk.type === 'format' ? { ...hunk, from: hunk.to, to: hunk.from } : hunk;
}
