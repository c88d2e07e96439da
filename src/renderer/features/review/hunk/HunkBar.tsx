import { Check, MessageSquarePlus, X } from 'lucide-react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { LineSelection } from '#shared/airlock/diff/splitHunk';
import type { SessionId } from '#shared/ids';
import { formatNumber } from '#shared/text/counted';
import { useShortcut } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { decideLines } from '#window/features/review/model/actions';
import type { TextHunkView } from '#window/features/review/model/diff/hunkZones';
import { hunkState, hunkStateWords } from '#window/features/review/model/fileState';
import { useReview } from '#window/features/review/model/reviewStore';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { tooltip } from '#window/ui/overlay/tooltip';
import { HunkActions } from './HunkActions';
import styles from './HunkBar.module.css';

interface HunkBarProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  readonly hunk: TextHunkView;
  readonly number: number;
  readonly count: number;
  readonly isCurrent: boolean;
  /** The selected lines of this hunk; null if none or all of them are selected. */
  readonly selection: LineSelection | null;
  /** Focused when the user moves to it with the keyboard. */
  readonly takesFocus?: boolean;
  onComment(): void;
}

/** The bar above a hunk, in the space that the diff leaves for it. */
export function HunkBar(props: HunkBarProps) {
  const { sessionId, view, hunk, number, count, isCurrent, selection, onComment } = props;
  const collected = useReview(sessionId, (state) => state.collected);
  const state = hunkState(view, hunk, collected);
  const commentKey = useShortcut('review.comment');
  const isOpen = hunk.outcome.state === 'pending';
  return (
    <fieldset
      className={styles.bar}
      aria-label={`Hunk ${number} of ${count}, ${hunkStateWords[state].toLowerCase()}`}
      data-current={isCurrent}
      data-hunk={hunk.hunk.id}
      tabIndex={props.takesFocus ? -1 : undefined}
    >
      <span className={styles.label}>
        {state !== 'undecided' && (
          <span className={styles.state} data-state={state}>
            {hunkStateWords[state]}
          </span>
        )}
        <span className={styles.place}>
          {formatNumber(number)} of {formatNumber(count)}
        </span>
      </span>
      {isOpen && selection ? (
        <LineActions {...props} selection={selection} />
      ) : (
        <HunkActions sessionId={sessionId} view={view} hunk={hunk} isQuiet={!isCurrent} />
      )}
      <IconButton
        icon={MessageSquarePlus}
        label="Comment"
        size="small"
        shortcut={commentKey}
        onClick={onComment}
      />
    </fieldset>
  );
}

function LineActions({
  sessionId,
  view,
  hunk,
  selection,
}: HunkBarProps & { readonly selection: LineSelection }) {
  const acceptKey = useShortcut('review.acceptHunk');
  const rejectKey = useShortcut('review.rejectHunk');
  const decide = (verdict: 'accept' | 'reject') => () =>
    void decideLines(sessionId, verdict, view, hunk, selection).catch(reportError);
  return (
    <>
      <Button
        size="small"
        icon={Check}
        disabled={view.risk.type === 'refused'}
        {...tooltip({ text: 'Accept lines', shortcut: acceptKey })}
        onClick={decide('accept')}
      >
        Accept lines
      </Button>
      <Button
        size="small"
        icon={X}
        {...tooltip({ text: 'Reject lines', shortcut: rejectKey })}
        onClick={decide('reject')}
      >
        Reject lines
      </Button>
    </>
  );
}
