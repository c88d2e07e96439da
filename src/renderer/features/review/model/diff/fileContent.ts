import type { ChangeView } from '#shared/airlock/changeView';
import { imageType } from '#window/features/review/model/imageType';

/** The image type of a changed file; null if it is not an image. */
export function imageTypeIn({ change, hunks }: ChangeView): string | null {
  return hunks.some(({ hunk }) => hunk.type === 'whole') ? imageType(change.path) : null;
}

/** Whether there are lines to be read: also of a file that is deleted, though that is decided as a whole. */
export function hasLines({ change, hunks }: ChangeView): boolean {
  if (change.kind === 'mode' || hunks.length === 0) return false;
  return !hunks.some(({ hunk }) => hunk.type === 'whole' && hunk.reason !== 'deletion');
}
