import type { GuardedChange, GuardedVerdict, RestoredFile } from '#shared/airlock/guardedChange';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { showToast } from '#window/ui/overlay/toasts';
import { restoredWords } from './guardedWords';

/** A file to settle. One from a list of changes also has the version that was listed. */
export type SettledFile = RestoredFile & Partial<Pick<GuardedChange, 'now'>>;

/** Decides about changes outside the review. A restore can be undone. */
export async function settleGuarded(
  sessionId: SessionId,
  changes: readonly SettledFile[],
  verdict: GuardedVerdict,
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  const listed = verdict === 'undo' ? [] : changes;
  const seen = Object.fromEntries(listed.map(({ id, now = null }) => [id, now]));
  await call('changes.settleGuarded', { sessionId, ids, verdict, seen });
  if (verdict !== 'restore') return;
  showToast({
    id: 'guarded.restored',
    title: restoredWords(changes),
    action: {
      label: 'Undo',
      run: () => void settleGuarded(sessionId, changes, 'undo').catch(reportError),
    },
  });
}
