import type { ChangeView } from '#shared/airlock/changeView';
import { DIFF_ROW_HEIGHT } from '../../../ui/diff/limits';
import { rowCounts } from '../diff/hunkRows';
import { BAR_HEIGHT } from './diffZones';
import { otherHunks, textHunks } from './hunkZones';
import { drawnRows, scrollContent } from './scrollContent';

const HEAD_HEIGHT = 39;
const CARD_HEIGHT = 72;
const NOTE_HEIGHT = 38;

/** About how high a file is in the scroll of all files, before it was ever drawn. */
export function scrollHeight(view: ChangeView): number {
  const content = scrollContent(view, { isEditing: false, isShownAnyway: false });
  const beside = HEAD_HEIGHT + otherHunks(view).length * CARD_HEIGHT;
  if (content.type !== 'lines') return beside + (content.type === 'elsewhere' ? NOTE_HEIGHT : 0);
  const ranges = textHunks(view).map(({ hunk }) => hunk);
  const rows = drawnRows(rowCounts(ranges)).reduce((sum, count) => sum + count, 0);
  return beside + ranges.length * BAR_HEIGHT + rows * DIFF_ROW_HEIGHT;
}
