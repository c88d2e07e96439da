import type { GuardedVerdict, RestoredFile } from '#shared/airlock/guardedChange';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { showToast } from '#window/ui/overlay/toasts';
import { restoredWords } from './guardedWords';

/** Decides about changes outside the review. What was put back can be taken back. */
export async function settleGuarded(
  sessionId: SessionId,
  changes: readonly RestoredFile[],
  verdict: GuardedVerdict,
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await call('changes.settleGuarded', { sessionId, ids, verdict });
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
