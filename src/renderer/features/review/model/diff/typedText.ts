import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import {
  dropUnfinished,
  type UnfinishedText,
  unfinishedTexts,
} from '#window/state/unfinishedTexts';

/** The key of an unfinished edit of a file's proposed text; it is about the change that was edited. */
export function editKey(path: string): string {
  return `edit ${path}`;
}

/** The key of an unfinished result of a file's conflicts. */
export function conflictKey(path: string): string {
  return `conflict ${path}`;
}

/**
 * The text that the user would rather have in this file. A result of conflicts counts, too, once the
 * agent has written the file again and there is nothing left that conflicts.
 */
export function typedText(session: SessionId, view: ChangeView): UnfinishedText | undefined {
  const { path } = view.change;
  const texts = unfinishedTexts(session);
  const result = view.status === 'open' ? texts.get(conflictKey(path)) : undefined;
  return texts.get(editKey(path)) ?? result;
}

export function dropTypedText(session: SessionId, path: string): void {
  dropUnfinished(session, editKey(path));
  dropUnfinished(session, conflictKey(path));
}
