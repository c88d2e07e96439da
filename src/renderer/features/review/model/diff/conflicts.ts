import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import type { CrossingConflict } from '#shared/airlock/crossingPlan';

export interface HunkConflict {
  readonly hunk: HunkView;
  /** Null: the app was interrupted while writing, and found the file changed afterwards. */
  readonly conflict: CrossingConflict | null;
}

/** The hunks that could not go into the user's file, with the reason. */
export function conflictsOf({ hunks }: Pick<ChangeView, 'hunks'>): readonly HunkConflict[] {
  return hunks.flatMap((hunk): HunkConflict[] => {
    const { outcome } = hunk;
    if (outcome.state !== 'pending') return [];
    if ('conflict' in outcome && outcome.conflict) return [{ hunk, conflict: outcome.conflict }];
    return 'interrupted' in outcome ? [{ hunk, conflict: null }] : [];
  });
}
