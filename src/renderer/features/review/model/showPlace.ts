import type { ChangeView } from '#shared/airlock/changeView';
import type { FoundLine } from '#shared/airlock/findLines';
import type { SessionId } from '#shared/ids';
import type { ChangedPlace } from '#window/state/layout/reveal';
import { hunkNear, textHunks } from './diff/hunkZones';
import { preferences, setPreference } from './preferences';
import { reviewStore } from './reviewStore';
import type { ReviewPlace } from './walk';

/** Brings a line of a changed file into view; lines are counted from zero. */
export function showLine(
  session: SessionId,
  view: ChangeView,
  { side, line }: Pick<FoundLine, 'side' | 'line'>,
): void {
  const hunk = hunkNear(textHunks(view), { side, start: line, end: line + 1 });
  // The scroll of all files shows hunks alone.
  if (hunk === undefined && preferences.getState().allFiles) setPreference('allFiles', false);
  show(session, { path: view.change.path, hunkId: hunk?.hunk.id ?? null });
}

/** Scrolls to the place that a link names, in the file as the agent left it. */
export function showPlace(
  session: SessionId,
  files: readonly ChangeView[],
  { path, line }: ChangedPlace,
): void {
  const view = files.find(({ change }) => change.path === path);
  if (view === undefined) return;
  if (line === null) show(session, { path, hunkId: view.hunks[0]?.hunk.id ?? null });
  else showLine(session, view, { side: 'modified', line: line - 1 });
}

function show(session: SessionId, place: ReviewPlace): void {
  reviewStore(session).setState(({ arrival }) => ({
    ...place,
    arrival: arrival + 1,
    isInBeat: false,
  }));
}
