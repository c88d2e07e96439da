import type { ChangeVerdict } from '#shared/airlock/verdict';
import type { SessionId } from '#shared/ids';
import { counted } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { refreshGitGlance } from '#window/state/session/gitGlance';
import { sessionSummary, titleOf } from '#window/state/session/sessionsStore';
import { showToast } from '#window/ui/overlay/toasts';

/** Reverts a session's accepted changes in the user's files, and keeps later edits around them. */
export async function revertSession(sessionId: SessionId): Promise<void> {
  const before = await call('changes.list', { sessionId });
  const accepted = before.changes.flatMap(({ change, hunks, risk }): ChangeVerdict[] => {
    const taken = hunks.filter(({ outcome }) => outcome.state === 'accepted');
    if (taken.length === 0) return [];
    const verdicts = taken.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const }));
    return [{ changeId: change.changeId, hunks: verdicts, acknowledgesRisk: risk.type === 'red' }];
  });
  const { reverted, problems } = await call('provenance.revert', { sessionId });
  refreshGitGlance(sessionId);
  const [first, ...others] = problems;
  const title = titleOf(sessionSummary(sessionId));
  if (reverted > 0) {
    showToast({
      id: `revert:${sessionId}`,
      title: `Reverted ${counted(reverted, 'hunk')} of ${title}`,
      description: 'They are undecided again.',
      action: {
        label: 'Undo',
        run: () => {
          call('changes.decide', { sessionId, verdicts: accepted }).catch(reportError);
        },
      },
    });
  }
  if (first !== undefined) {
    const more =
      others.length === 0 ? '' : ` and ${counted(others.length, 'more file', 'more files')}`;
    showToast({
      title: `${visiblePath(first.path)}${more} stayed`,
      description: first.message,
      tone: 'danger',
    });
  }
  if (reverted === 0 && first === undefined) {
    showToast({ title: 'Nothing of this session is accepted.' });
  }
}
