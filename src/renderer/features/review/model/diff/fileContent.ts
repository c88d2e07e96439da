import type { WholeReason } from '#shared/airlock/change';
import type { ChangeView } from '#shared/airlock/changeView';
import { SHOWN_BYTES } from '#window/features/review/limits';
import { imageType } from '#window/features/review/model/imageType';

/** The image type of a changed file; null if it is not an image. */
export function imageTypeIn({ change, hunks }: ChangeView): string | null {
  return hunks.some(({ hunk }) => hunk.type === 'whole') ? imageType(change.path) : null;
}

/** Whether a file may have readable lines, even if it is decided as a whole. */
export function hasLines({ change, hunks }: ChangeView): boolean {
  if (change.kind === 'mode' || hunks.length === 0) return false;
  return !hunks.some(({ hunk }) => hunk.type === 'whole' && !mayHaveLines(hunk.reason, change));
}

function mayHaveLines(reason: WholeReason, { base, proposed }: ChangeView['change']): boolean {
  if (base === null || proposed === null) return reason === 'deletion';
  // One of the two versions may be text.
  if (reason === 'binary') return Math.max(base.bytes, proposed.bytes) <= SHOWN_BYTES;
  return reason === 'symlink' && base.mode !== proposed.mode;
}
