import type { LineComment } from '#window/features/review/model/feedback/lineComment';
import type { Zone } from '#window/features/review/monaco/zoneLayer';
import type { TextHunkView } from './hunkZones';

export const BAR_HEIGHT = 34;
/** Used until the element has been measured. */
const COMMENT_HEIGHT = 72;

/**
 * The most hunks of a file that have a bar; for further ones, the user has keys and the file's
 * buttons.
 */
const SHOWN_BARS = 2_000;

export function hunkZones(hunks: readonly TextHunkView[]): readonly Zone[] {
  return hunks.slice(0, SHOWN_BARS).map(({ hunk }, index) => ({
    key: `hunk:${hunk.id}`,
    originalAfter: hunk.baseStart,
    modifiedAfter: hunk.proposedStart,
    height: BAR_HEIGHT,
    order: Math.min(index + 1, 9_000),
    band: 'hunk',
  }));
}

/** A comment's zone, below its lines. The editor fills up the left side itself. */
export function commentZone(
  key: string,
  { side, end }: Pick<LineComment, 'side' | 'end'>,
  hunks: readonly TextHunkView[],
  height = COMMENT_HEIGHT,
): Zone {
  return {
    key,
    height,
    order: 20_000,
    band: 'plain',
    originalAfter: null,
    modifiedAfter: side === 'modified' ? end : toModified(end, hunks),
  };
}

/** The line on the right that a line on the left ends up beside, or the end of its hunk. */
function toModified(line: number, hunks: readonly TextHunkView[]): number {
  let shift = 0;
  for (const { hunk } of hunks) {
    if (line <= hunk.baseStart) break;
    if (line <= hunk.baseStart + hunk.baseCount) return hunk.proposedStart + hunk.proposedCount;
    shift = hunk.proposedStart + hunk.proposedCount - hunk.baseStart - hunk.baseCount;
  }
  return line + shift;
}
