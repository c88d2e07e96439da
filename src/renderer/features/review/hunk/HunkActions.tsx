import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import type { Verdict } from '#shared/airlock/verdict';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { decideHunks, forget, undoDecisions } from '#window/features/review/model/actions';
import { hunkState } from '#window/features/review/model/fileState';
import { reviewStore, useReview } from '#window/features/review/model/reviewStore';
import { UndoButton, VerdictButton } from '#window/features/review/VerdictButtons';

interface HunkActionsProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  readonly hunk: HunkView;
  /** Only the hunk that keys act on is highlighted. */
  readonly isQuiet?: boolean;
}

/** The two answers to a hunk; or the undo if it has one already. */
export function HunkActions({ sessionId, view, hunk, isQuiet = false }: HunkActionsProps) {
  const collected = useReview(sessionId, (state) => state.collected);
  const state = hunkState(view, hunk, collected);
  const { decisionId } = hunk;
  const variant = isQuiet ? 'ghost' : 'secondary';
  const decide = (verdict: Verdict) => () => {
    reviewStore(sessionId).setState({ path: view.change.path, hunkId: hunk.hunk.id });
    decideHunks(sessionId, verdict, view, [hunk]).catch(reportError);
  };
  // A conflict has its own buttons, above the text.
  if (state === 'conflict') return null;
  if (state === 'to-accept' || state === 'to-reject') {
    return <UndoButton variant="ghost" onClick={() => forget(sessionId, view, [hunk])} />;
  }
  if (state === 'accepted' || state === 'rejected') {
    return (
      <UndoButton
        variant="ghost"
        disabled={decisionId === null}
        onClick={() => decisionId && void undoDecisions(sessionId, [decisionId]).catch(reportError)}
      />
    );
  }
  return (
    <>
      <VerdictButton
        verdict="accept"
        label="Accept hunk"
        command="review.acceptHunk"
        variant={variant}
        disabled={view.risk.type === 'refused'}
        onClick={decide('accept')}
      />
      <VerdictButton
        verdict="reject"
        label="Reject hunk"
        command="review.rejectHunk"
        variant={variant}
        onClick={decide('reject')}
      />
    </>
  );
}
