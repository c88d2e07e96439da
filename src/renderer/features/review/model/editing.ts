import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
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
