import { Check, Undo2, X } from 'lucide-react';
import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { useShortcut } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { decideHunks, forget, undoDecisions } from '#window/features/review/model/actions';
import { hunkState } from '#window/features/review/model/fileState';
import { reviewStore, useReview } from '#window/features/review/model/reviewStore';
import { Button } from '#window/ui/form/Button';
import { tooltip } from '#window/ui/overlay/tooltip';

interface HunkActionsProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  readonly hunk: HunkView;
  /** The one that keys act on is highlighted. */
  readonly isQuiet?: boolean;
}

/** The two answers to a hunk; or, once it has one, the way back. */
export function HunkActions({ sessionId, view, hunk, isQuiet = false }: HunkActionsProps) {
  const collected = useReview(sessionId, (state) => state.collected);
  const state = hunkState(view, hunk, collected);
  const acceptKey = useShortcut('review.acceptHunk');
  const rejectKey = useShortcut('review.rejectHunk');
  const { decisionId } = hunk;
  const decide = (verdict: 'accept' | 'reject') => () => {
    reviewStore(sessionId).setState({ path: view.change.path, hunkId: hunk.hunk.id });
    decideHunks(sessionId, verdict, view, [hunk]).catch(reportError);
  };
  // A conflict has its own buttons, above the text.
  if (state === 'conflict') return null;
  if (state === 'to-accept' || state === 'to-reject') {
    return (
      <Button
        size="small"
        variant="ghost"
        icon={Undo2}
        onClick={() => forget(sessionId, view, [hunk])}
      >
        Undo
      </Button>
    );
  }
  if (state === 'accepted' || state === 'rejected') {
    return (
      <Button
        size="small"
        variant="ghost"
        icon={Undo2}
        disabled={decisionId === null}
        onClick={() => decisionId && void undoDecisions(sessionId, [decisionId]).catch(reportError)}
      >
        Undo
      </Button>
    );
  }
  return (
    <>
      <Button
        size="small"
        variant={isQuiet ? 'ghost' : 'secondary'}
        icon={Check}
        disabled={view.risk.type === 'refused'}
        aria-keyshortcuts={acceptKey?.aria}
        {...tooltip({ text: 'Accept hunk', shortcut: acceptKey })}
        onClick={decide('accept')}
      >
        Accept hunk
      </Button>
      <Button
        size="small"
        variant={isQuiet ? 'ghost' : 'secondary'}
        icon={X}
        aria-keyshortcuts={rejectKey?.aria}
        {...tooltip({ text: 'Reject hunk', shortcut: rejectKey })}
        onClick={decide('reject')}
      >
        Reject hunk
      </Button>
    </>
  );
}
