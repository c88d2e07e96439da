import { GitCompareArrows } from 'lucide-react';
import type { SessionId } from '#shared/ids';
import { useShortcut } from '../../commands/commands';
import { hideReview, showReview, useReviewPanel } from '../../state/reviewPanel';
import { useSessionChanges } from '../../state/sessionChanges';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { tooltip } from '../../ui/tooltip';
import styles from './ChangesBar.module.css';
import { guardedCount } from './guarded/guardedWords';
import { type ChangeTotals, changeTotals } from './model/changeTotals';

/** One line about a session's changes, and the way to them. Nothing while there are none. */
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
        {totals.added > 0 && <span className={styles.added}>+{totals.added}</span>}
        {totals.removed > 0 && <span className={styles.removed}>−{totals.removed}</span>}
        {guarded > 0 && <span className={styles.removed}>{guardedCount(guarded)}</span>}
        {totals.held > 0 && <span className={styles.waits}>the agent waits for you</span>}
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
  const all = files === 1 ? '1 file' : `${files} files`;
  if (open === 0) return `${all}, all decided`;
  return open === files ? all : `${open} of ${all} left`;
}
