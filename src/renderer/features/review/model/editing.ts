import { useEffect, useState } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { ChangeId, SessionId } from '#shared/ids';
import { call } from '../../../ipc/client';
import { reviewStore } from './reviewStore';
import { editedText } from './shownText';

/** Puts the user's text in place of the agent's; what of it is taken is decided as ever. */
export async function saveEdit(
  session: SessionId,
  { change }: ChangeView,
  before: string,
  edited: string,
): Promise<void> {
  const text = editedText(before, edited);
  if (text !== before) {
    await call('changes.edit', { sessionId: session, changeId: change.changeId, text });
  }
  reviewStore(session).setState({ editing: null, hunkId: null });
}

/** What was typed and neither kept nor discarded, so that a look at another file does not lose it. */
const typedTexts = new Map<ChangeId, string>();

export function noteTyped(changeId: ChangeId, text: string): void {
  typedTexts.set(changeId, text);
}

/** What was typed before the file was left; null where there is nothing to go on with. */
export function useTyped(changeId: ChangeId, isEditing: boolean): string | null {
  const [typed, setTyped] = useState(() => typedTexts.get(changeId) ?? null);
  useEffect(() => {
    if (isEditing) return;
    typedTexts.delete(changeId);
    setTyped(null);
  }, [changeId, isEditing]);
  return isEditing ? typed : null;
}
