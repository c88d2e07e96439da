/** In less width, a transcript is a column of single words, and a diff is unreadable. */
export const MIN_TRANSCRIPT = 320;
export const MIN_REVIEW = 440;
/** In less width, both fit but neither is comfortable, so the changes open only on request. */
export const OFFERED_WIDTH = 960;

export interface DockLayout {
  readonly type: 'beside' | 'over';
  /** The width of the changes, in pixels. */
  readonly width: number;
}

/**
 * The place of a session's changes in its pane: beside the transcript if there is room for both.
 */
export function dockLayout(width: number, share: number, isMaximised: boolean): DockLayout {
  if (isMaximised || width < MIN_TRANSCRIPT + MIN_REVIEW) return { type: 'over', width };
  const wanted = Math.round(width * share);
  return {
    type: 'beside',
    width: Math.min(Math.max(wanted, MIN_REVIEW), width - MIN_TRANSCRIPT),
  };
}
