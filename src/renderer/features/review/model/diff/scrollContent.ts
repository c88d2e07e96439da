import type { ChangeView } from '#shared/airlock/changeView';
import { formatNumber } from '#shared/text/counted';
import { FILE_HUNKS, FILE_ROWS, HUNK_ROWS } from '#window/features/review/limits';
import { collapsedWords } from '#window/features/review/model/changeWords';
import { conflictsOf } from './conflicts';
import { hasLines, imageTypeIn } from './fileContent';
import { textHunks } from './hunkZones';
import { collapsedBy } from './sizeGuard';

/** The content of one file in the scroll of all files: its lines, or why they are not shown. */
export type ScrollContent =
  | { readonly type: 'lines' }
  | { readonly type: 'elsewhere'; readonly words: string }
  /** The notes beside the lines show everything. */
  | { readonly type: 'nothing' };

export function scrollContent(
  view: ChangeView,
  { isEditing, isShownAnyway }: { readonly isEditing: boolean; readonly isShownAnyway: boolean },
): ScrollContent {
  const elsewhere = (words: string): ScrollContent => ({ type: 'elsewhere', words });
  if (isEditing) return elsewhere('You are editing this file. Open it to continue.');
  if (conflictsOf(view).length > 0)
    return elsewhere('It conflicts with your file. Open it to resolve the conflict.');
  if (imageTypeIn(view) !== null) return elsewhere('It is an image. Open it to compare.');
  if (!hasLines(view)) return { type: 'nothing' };
  const collapsed = collapsedBy(view);
  if (collapsed !== null && (collapsed === 'huge' || !isShownAnyway)) {
    return elsewhere(`${collapsedWords[collapsed].title}. Open it to read it.`);
  }
  const { length } = textHunks(view);
  if (length > FILE_HUNKS)
    return elsewhere(`It has ${formatNumber(length)} hunks. Open it to read them.`);
  return { type: 'lines' };
}

/** How many rows of each hunk are drawn at first. */
export function drawnRows(counts: readonly number[]): readonly number[] {
  let left = FILE_ROWS;
  return counts.map((count) => {
    const drawn = Math.min(count, HUNK_ROWS, left);
    left -= drawn;
    return drawn;
  });
}
