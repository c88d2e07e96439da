import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import {
  dropUnfinished,
  type UnfinishedText,
  unfinishedTexts,
} from '#window/state/unfinishedTexts';

const EDIT = 'edit ';
const CONFLICT = 'conflict ';

/**
 * The key of an unfinished edit of a file's proposed text; it is about the change that was edited.
 */
export function editKey(path: string): string {
  return EDIT + path;
}

/** The key of an unfinished result of a file's conflicts. */
export function conflictKey(path: string): string {
  return CONFLICT + path;
}

/**
 * The text that the user wants in this file instead. An unfinished conflict result also counts,
 * even if the agent has written the file again and nothing conflicts any more.
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

/** Unfinished texts of files that are no longer in the review. */
export function strandedTexts(
  session: SessionId,
  files: readonly ChangeView[],
): readonly { readonly path: string; readonly text: string }[] {
  const listed = new Set(files.map(({ change }) => change.path));
  const byPath = new Map<string, string>();
  for (const prefix of [CONFLICT, EDIT]) {
    for (const [key, { text }] of unfinishedTexts(session)) {
      const path = key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
      if (path !== undefined && !listed.has(path)) byPath.set(path, text);
    }
  }
  return [...byPath].map(([path, text]) => ({ path, text }));
}
