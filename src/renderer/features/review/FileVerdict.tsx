import type { ChangeView } from '#shared/airlock/changeView';
import type { Verdict } from '#shared/airlock/verdict';
import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { decideFile, forget, undoDecisions } from './model/actions';
import { fileState } from './model/fileState';
import { useReview } from './model/reviewStore';
import { UndoButton, VerdictButton } from './VerdictButtons';

interface FileVerdictProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  /** Only the verdict that keys act on is highlighted. */
  readonly isQuiet?: boolean;
}

/** The two answers to a file; or the undo if it has one already. */
export function FileVerdict({ sessionId, view, isQuiet = false }: FileVerdictProps) {
  const collected = useReview(sessionId, (state) => state.collected);
  const state = fileState(view, collected);
  const quiet = isQuiet ? 'ghost' : 'secondary';
  if (state === 'noted') {
    return <UndoButton variant={quiet} onClick={() => forget(sessionId, view, view.hunks)} />;
  }
  if (view.status !== 'open') {
    const decisions = [...new Set(view.hunks.flatMap(({ decisionId }) => decisionId ?? []))];
    return (
      <UndoButton
        variant={quiet}
        disabled={decisions.length === 0}
        onClick={() => void undoDecisions(sessionId, decisions.reverse()).catch(reportError)}
      />
    );
  }
  const decide = (verdict: Verdict) => () =>
    void decideFile(sessionId, verdict, view).catch(reportError);
  return (
    <>
      <VerdictButton
        verdict="accept"
        label="Accept file"
        command="review.acceptFile"
        variant={isQuiet ? 'ghost' : 'primary'}
        disabled={view.risk.type === 'refused' || state === 'conflict'}
        onClick={decide('accept')}
      />
      <VerdictButton
        verdict="reject"
        label="Reject file"
        command="review.rejectFile"
        variant={quiet}
        onClick={decide('reject')}
      />
    </>
  );
}
