import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { reviewStore } from './reviewStore';

/** The version of each file that the user has marked as seen. */
export type SeenFiles = ReadonlyMap<string, string>;

/** Whether the user has seen this version; a file that changed since is not seen. */
export function isSeen(seen: SeenFiles, view: ChangeView): boolean {
  return seen.get(view.change.path) === versionOf(view);
}

export function setSeen(session: SessionId, view: ChangeView, wanted: boolean): void {
  reviewStore(session).setState(({ seen: before }) => {
    const seen = new Map(before);
    if (wanted) seen.set(view.change.path, versionOf(view));
    else seen.delete(view.change.path);
    return { seen };
  });
}

/** Compared by content: a file that is written again unchanged stays seen. */
function versionOf({ change: { proposed } }: ChangeView): string {
  return proposed ? `${proposed.blob} ${proposed.mode}` : 'deleted';
}
