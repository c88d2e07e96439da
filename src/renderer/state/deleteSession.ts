import { AppException } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { SessionLosses } from '#shared/ipc/changes';
import type { SessionSummary } from '#shared/session/summary';
import { reportError } from '../diagnostics/reportError';
import { call } from '../ipc/client';
import { showToast } from '../ui/toasts';
import { confirmFirst } from './confirmation';
import { lossWords } from './lossWords';
import { titleOf } from './sessionsStore';

/** Whoever wants to delete something does not wait longer for what is in it. */
const COUNT_MILLISECONDS = 5_000;

type Counted =
  | { readonly type: 'known'; readonly losses: SessionLosses }
  | { readonly type: 'unknown'; readonly reason: string };

/** Asks first, and says what goes into the trash. */
export async function deleteSession(session: SessionSummary): Promise<void> {
  const counted = await countLosses(session.id);
  confirmFirst({
    title: `Delete “${titleOf(session)}”?`,
    ...questionOf(session, counted),
    action: 'Delete',
    run: () => discard(session),
  });
}

function questionOf({ isolation }: SessionSummary, counted: Counted) {
  const files =
    isolation === 'isolated'
      ? 'Your own files stay as they are.'
      : 'Changes that are already in your files stay there, but can no longer be reverted from here.';
  const agent = 'A running agent that supports it also deletes its own record of the conversation.';
  const trash = `The session goes to the trash and can be restored for 30 days. ${files} ${agent}`;
  if (counted.type === 'unknown') {
    const what = isolation === 'isolated' ? 'What its copy holds' : 'What you have not decided';
    return { description: `${trash} ${what} is not known: ${counted.reason}` };
  }
  const facts = lossWords(counted.losses, isolation);
  if (facts.length > 0) return { description: `${trash} Only this session has:`, facts };
  const copy = isolation === 'isolated' ? ', no ignored files and no commits of its own' : '';
  return { description: `${trash} It has no undecided changes${copy}.` };
}

async function countLosses(sessionId: SessionId): Promise<Counted> {
  const slow = Promise.withResolvers<Counted>();
  const timer = setTimeout(
    () => slow.resolve({ type: 'unknown', reason: 'counting it takes too long.' }),
    COUNT_MILLISECONDS,
  );
  const counting = call('changes.losses', { sessionId }).then(
    (losses): Counted => ({ type: 'known', losses }),
    (error: unknown): Counted => {
      // Whatever ails it is no reason to keep it.
      if (error instanceof AppException) return { type: 'unknown', reason: error.message };
      throw error;
    },
  );
  try {
    return await Promise.race([counting, slow.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function discard(session: SessionSummary): Promise<void> {
  const { trashId } = await call('sessions.delete', { sessionId: session.id });
  showToast({
    id: `delete.${session.id}`,
    title: `Deleted “${titleOf(session)}”`,
    description: 'It is in the trash, in the settings under Storage.',
    action: { label: 'Undo', run: () => void bringBack(session, trashId).catch(reportError) },
  });
}

async function bringBack(session: SessionSummary, trashId: string): Promise<void> {
  await call('storage.restore', { id: trashId });
  showToast({ id: `delete.${session.id}`, title: `“${titleOf(session)}” is back` });
}
