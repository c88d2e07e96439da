import { useMemo } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { ChangeId, SessionId } from '#shared/ids';
import { call } from '../../../ipc/client';
import { reviewStore } from './reviewStore';
import { editedText } from './shownText';

/** What was typed and neither kept nor discarded: a look at another file does not lose it. */
const typedTexts = new Map<ChangeId, string>();

export function noteTyped(changeId: ChangeId, text: string): void {
  typedTexts.set(changeId, text);
}

/** What an edit that is taken up again goes on with; null where nothing was typed. */
export function useTyped(changeId: ChangeId, isEditing: boolean): string | null {
  return useMemo(
    () => (isEditing ? (typedTexts.get(changeId) ?? null) : null),
    [changeId, isEditing],
  );
}

/** Puts the user's text in place of the agent's; what of it is taken is decided as ever. */
export async function saveEdit(
  session: SessionId,
  { change: { changeId } }: ChangeView,
  before: string,
  edited: string,
): Promise<void> {
  const text = editedText(before, edited);
  if (text !== before) await call('changes.edit', { sessionId: session, changeId, text });
  typedTexts.delete(changeId);
  reviewStore(session).setState({ editing: null, hunkId: null });
}

export function discardEdit(session: SessionId): void {
  const { editing } = reviewStore(session).getState();
  if (editing !== null) typedTexts.delete(editing);
  reviewStore(session).setState({ editing: null });
}
