import { Check, TriangleAlert } from 'lucide-react';
import type { SessionId } from '#shared/ids';
import { useShortcut } from '../../commands/commands';
import { reportError } from '../../diagnostics/reportError';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { tooltip } from '../../ui/tooltip';
import { undoDecisions } from './model/actions';
import { useReview } from './model/reviewStore';
import styles from './ReviewHeader.module.css';

/** What was decided last, and the way back. */
export function LastDecision({ sessionId }: { readonly sessionId: SessionId }) {
  const last = useReview(sessionId, (state) => state.last);
  const undoKey = useShortcut('review.undo');
  return (
    <div className={styles.last}>
      <output className={styles.said} data-conflict={last?.hasConflict}>
        {last && (
          <>
            <Icon icon={last.hasConflict ? TriangleAlert : Check} size="small" />
            <span className={styles.promise}>{last.words}</span>
          </>
        )}
      </output>
      {last && last.decisions.length > 0 && (
        <Button
          size="small"
          variant="ghost"
          aria-label="Undo last decision"
          {...tooltip({ text: 'Undo last decision', shortcut: undoKey })}
          onClick={() => void undoDecisions(sessionId, last.decisions).catch(reportError)}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
