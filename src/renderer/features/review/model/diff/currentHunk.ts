import { type ChangeView, type HunkView, openHunks } from '#shared/airlock/changeView';
import type { HunkId } from '#shared/ids';
import { selectedFile } from '#window/features/review/model/reviewedFiles';

export interface Current {
  readonly view: ChangeView | undefined;
  readonly hunk: HunkView | undefined;
}

/** The current file and hunk, which keys act on. */
export function currentHunk(
  files: readonly ChangeView[],
  path: string | null,
  hunkId: HunkId | null,
): Current {
  const view = selectedFile(files, path);
  const hunk =
    view?.hunks.find((one) => one.hunk.id === hunkId) ??
    (view && openHunks(view)[0]) ??
    view?.hunks[0];
  return { view, hunk };
}
