import type { ChangeView } from '#shared/airlock/changeView';
import { FILE_HUNKS, FILE_ROWS, HUNK_ROWS } from '../limits';
import { collapsedWords } from './changeWords';
import { conflictsOf } from './conflicts';
import { hasLines, pictureOf } from './fileContent';
import { textHunks } from './hunkZones';
import { collapsedBy } from './sizeGuard';

/** What the scroll of all files shows of one: its lines, or why it does not. */
export type ScrollContent =
  | { readonly type: 'lines' }
  | { readonly type: 'elsewhere'; readonly words: string }
  /** What there is to it has been said beside the lines. */
  | { readonly type: 'nothing' };

export function scrollContent(
  view: ChangeView,
  { isEditing, isShownAnyway }: { readonly isEditing: boolean; readonly isShownAnyway: boolean },
): ScrollContent {
  const elsewhere = (words: string): ScrollContent => ({ type: 'elsewhere', words });
  if (isEditing) return elsewhere('You are editing this file. Open it to go on.');
  if (conflictsOf(view).length > 0)
    return elsewhere('It conflicts with your file. Open it to resolve that.');
  if (pictureOf(view) !== null) return elsewhere('It is a picture. Open it to compare.');
  if (!hasLines(view)) return { type: 'nothing' };
  const collapsed = collapsedBy(view);
  if (collapsed !== null && (collapsed === 'huge' || !isShownAnyway)) {
    return elsewhere(`${collapsedWords[collapsed].title}. Open it to read it.`);
  }
  const { length } = textHunks(view);
  if (length > FILE_HUNKS) return elsewhere(`It has ${length} hunks. Open it to read them.`);
  return { type: 'lines' };
}

/** How many rows of each hunk are drawn unasked, of as many as each has. */
export function drawnRows(counts: readonly number[]): readonly number[] {
  let left = FILE_ROWS;
  return counts.map((count) => {
    const drawn = Math.min(count, HUNK_ROWS, left);
    left -= drawn;
    return drawn;
  });
}
