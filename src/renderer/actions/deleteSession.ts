import { AppException } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { SessionLosses } from '#shared/ipc/changes';
import { worksInCopy } from '#shared/session/isolation';
import type { SessionSummary } from '#shared/session/summary';
import { formatBytes } from '#shared/text/formatBytes';
import { TRASH_BYTES, TRASH_DAYS } from '#shared/trashLimits';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { confirmFirst } from '#window/state/confirmation';
import { panesStore } from '#window/state/layout/panes';
import { goToSession } from '#window/state/layout/reveal';
import { titleOf } from '#window/state/session/sessionsStore';
import { showToast } from '#window/ui/overlay/toasts';
import { lossWords } from './lossWords';

/** The longest that deleting waits for the count. */
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
  const files = worksInCopy(isolation)
    ? 'Your own files stay as they are.'
    : 'Changes that are already in your files stay there, but can no longer be reverted from here.';
  const agent = 'A running agent that supports it also deletes its own record of the conversation.';
  const trash = `The session goes to the trash and can be restored for ${TRASH_DAYS} days, or until the trash takes more than ${formatBytes(TRASH_BYTES)}. ${files} ${agent}`;
  if (counted.type === 'unknown') {
    const what = worksInCopy(isolation) ? 'The content of its copy' : 'The undecided changes';
    return { description: `${trash} ${what} could not be determined: ${counted.reason}` };
  }
  const facts = lossWords(counted.losses, isolation);
  if (facts.length > 0) return { description: `${trash} Only this session has:`, facts };
  const copy = worksInCopy(isolation) ? ', no ignored files and no commits of its own' : '';
  return { description: `${trash} The session has no undecided changes${copy}.` };
}

async function countLosses(sessionId: SessionId): Promise<Counted> {
  const slow = Promise.withResolvers<Counted>();
  const timer = setTimeout(
    () => slow.resolve({ type: 'unknown', reason: 'counting takes too long.' }),
    COUNT_MILLISECONDS,
  );
  const counting = call('changes.losses', { sessionId }).then(
    (losses): Counted => ({ type: 'known', losses }),
    (error: unknown): Counted => {
      // A failed count is no reason to keep the session.
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
  const wasOpen = panesStore.getState().open.includes(session.id);
  const { trashId } = await call('sessions.delete', { sessionId: session.id });
  showToast({
    id: `delete.${session.id}`,
    title: `Deleted “${titleOf(session)}”`,
    description: 'It is in the trash (Settings → Storage).',
    action: {
      label: 'Undo',
      run: () => void bringBack(session, trashId, wasOpen).catch(reportError),
    },
  });
}

/** Restores a deleted session to where it was. */
async function bringBack(
  session: SessionSummary,
  trashId: string,
  wasOpen: boolean,
): Promise<void> {
  await call('storage.restore', { id: trashId });
  if (wasOpen) goToSession(session.id);
  showToast({ id: `delete.${session.id}`, title: `“${titleOf(session)}” is back` });
}
