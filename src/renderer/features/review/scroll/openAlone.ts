import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { setPreference } from '../model/preferences';
import { reviewStore } from '../model/reviewStore';

/** Leaves the scroll of all files for one of them, at the hunk that the user was at. */
export function openAlone(session: SessionId, { change: { path } }: ChangeView): void {
  reviewStore(session).setState((state) => (state.path === path ? {} : { path, hunkId: null }));
  setPreference('allFiles', false);
}
