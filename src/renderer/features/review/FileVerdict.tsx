import { Check, Undo2, X } from 'lucide-react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { useShortcut } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { Button } from '#window/ui/form/Button';
import { tooltip } from '#window/ui/overlay/tooltip';
import { decideFile, forget, undoDecisions } from './model/actions';
import { fileState } from './model/fileState';
import { useReview } from './model/reviewStore';

interface FileVerdictProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  /** The one that keys act on is highlighted. */
  readonly isQuiet?: boolean;
}

/** The two answers to a file; or, once it has one, the way back. */
export function FileVerdict({ sessionId, view, isQuiet = false }: FileVerdictProps) {
  const collected = useReview(sessionId, (state) => state.collected);
  const state = fileState(view, collected);
  const acceptKey = useShortcut('review.acceptFile');
  const rejectKey = useShortcut('review.rejectFile');
  if (state === 'noted') {
    return (
      <Button
        size="small"
        variant={isQuiet ? 'ghost' : 'secondary'}
        icon={Undo2}
        onClick={() => forget(sessionId, view, view.hunks)}
      >
        Undo
      </Button>
    );
  }
  if (view.status !== 'open') {
    const decisions = [...new Set(view.hunks.flatMap(({ decisionId }) => decisionId ?? []))];
    return (
      <Button
        size="small"
        variant={isQuiet ? 'ghost' : 'secondary'}
        icon={Undo2}
        disabled={decisions.length === 0}
        onClick={() => void undoDecisions(sessionId, decisions.reverse()).catch(reportError)}
      >
        Undo
      </Button>
    );
  }
  return (
    <>
      <Button
        size="small"
        variant={isQuiet ? 'ghost' : 'primary'}
        icon={Check}
        disabled={view.risk.type === 'refused' || state === 'conflict'}
        aria-keyshortcuts={acceptKey?.aria}
        {...tooltip({ text: 'Accept file', shortcut: acceptKey })}
        onClick={() => void decideFile(sessionId, 'accept', view).catch(reportError)}
      >
        Accept file
      </Button>
      <Button
        size="small"
        variant={isQuiet ? 'ghost' : 'secondary'}
        icon={X}
        aria-keyshortcuts={rejectKey?.aria}
        {...tooltip({ text: 'Reject file', shortcut: rejectKey })}
        onClick={() => void decideFile(sessionId, 'reject', view).catch(reportError)}
      >
        Reject file
      </Button>
    </>
  );
}
