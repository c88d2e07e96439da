import { GitCompareArrows } from 'lucide-react';
import type { ChangeView, LineCounts } from '#shared/airlock/changeView';
import { undecidedLines } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { counted, formatNumber } from '#shared/text/counted';
import { useShortcut } from '#window/commands/commands';
import { hideReview, showReview, useReviewPanel } from '#window/state/layout/reviewPanel';
import { useSessionChanges } from '#window/state/session/sessionChanges';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import styles from './ChangesBar.module.css';
import { guardedCount } from './guarded/guardedWords';
import { latestByPath } from './model/reviewedFiles';

/** One line about a session's changes, with a button to review them. Empty if there are none. */
export function ChangesBar({ sessionId }: { readonly sessionId: SessionId }) {
  const snapshot = useSessionChanges(sessionId);
  const isOpen = useReviewPanel(({ open }) => open.has(sessionId));
  const shortcut = useShortcut('review.toggle');
  const totals = changeTotals(snapshot?.changes ?? []);
  const guarded = snapshot?.guarded.changes.length ?? 0;
  if (totals.files === 0 && guarded === 0) return null;
  return (
    <fieldset className={styles.bar} aria-label="Changes to review">
      <span className={styles.icon}>
        <Icon icon={GitCompareArrows} size="small" />
      </span>
      <span className={styles.words}>
        {totals.files > 0 && <span>{fileWords(totals)}</span>}
        {totals.added > 0 && <span className={styles.added}>+{formatNumber(totals.added)}</span>}
        {totals.removed > 0 && (
          <span className={styles.removed}>−{formatNumber(totals.removed)}</span>
        )}
        {guarded > 0 && <span className={styles.guarded}>{guardedCount(guarded)}</span>}
        {totals.held > 0 && <span className={styles.waits}>the agent is waiting for you</span>}
      </span>
      <Button
        size="small"
        aria-label={isOpen ? 'Hide changes' : 'Review changes'}
        aria-expanded={isOpen}
        aria-keyshortcuts={shortcut?.aria}
        {...tooltip({ text: isOpen ? 'Hide changes' : 'Review changes', shortcut })}
        onClick={() => (isOpen ? hideReview(sessionId) : showReview(sessionId))}
      >
        {isOpen ? 'Hide' : 'Review'}
      </Button>
    </fieldset>
  );
}

function fileWords({ files, open }: ChangeTotals): string {
  const all = counted(files, 'file');
  if (open === 0) return `${all}, all decided`;
  return open === files ? all : `${formatNumber(open)} of ${all} left`;
}

/** The number of files, and of their undecided lines. */
interface ChangeTotals extends LineCounts {
  readonly files: number;
  /** Files with something left to decide. */
  readonly open: number;
  /** Files with a held write: their agent waits for the answer. */
  readonly held: number;
}

function changeTotals(changes: readonly ChangeView[]): ChangeTotals {
  const files = latestByPath(changes);
  const open = files.filter(({ status }) => status === 'open');
  return {
    files: files.length,
    ...undecidedLines(open),
    open: open.length,
    held: open.filter(({ change }) => change.origin !== 'scan').length,
  };
}
