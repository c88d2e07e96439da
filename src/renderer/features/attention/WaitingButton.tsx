import { BellRing } from 'lucide-react';
import { useStore } from 'zustand';
import { capital } from '#shared/text/capital';
import { useShortcut } from '#window/commands/commands';
import { useSessionsToReview } from '#window/state/session/sessionsToReview';
import { showWaitingList, useWaitingSessions, waitingListStore } from '#window/state/waiting';
import { IconButton } from '#window/ui/form/IconButton';
import { Popover } from '#window/ui/overlay/Popover';
import styles from './WaitingButton.module.css';
import { ReviewItem, WaitingItem } from './WaitingItem';

interface WaitingButtonProps {
  readonly side?: 'bottom' | 'right';
}

/** The number of sessions that wait for an answer or a review, with a link to each of them. */
export function WaitingButton({ side = 'bottom' }: WaitingButtonProps) {
  const waiting = useWaitingSessions();
  const { isOpen } = useStore(waitingListStore);
  const toReview = useSessionsToReview();
  const count = waiting.length;
  const shown = count > 0 ? count : toReview.length;
  return (
    <span
      className={styles.root}
      data-waiting={count > 0 || undefined}
      data-review={(count === 0 && toReview.length > 0) || undefined}
    >
      <Popover
        title={count === 0 && toReview.length > 0 ? 'Ready for review' : 'Waiting for you'}
        side={side}
        open={isOpen}
        onOpenChange={showWaitingList}
        trigger={
          <IconButton
            icon={BellRing}
            label={bellLabel(count, toReview.length)}
            shortcut={useShortcut('waiting.show')}
            tooltipSide={side}
          />
        }
      >
        {shown === 0 && (
          <p className={styles.nothing}>
            No session needs your attention. Permission requests, writes, questions, logins and
            changes to review from all sessions appear here.
          </p>
        )}
        {count > 0 && (
          <ul className={styles.list}>
            {waiting.map((session) => (
              <li key={session.id}>
                <WaitingItem session={session} />
              </li>
            ))}
          </ul>
        )}
        {toReview.length > 0 && (
          <>
            {count > 0 && <h3 className={styles.heading}>Ready for review</h3>}
            <ul className={styles.list} aria-label="Ready for review">
              {toReview.map((session) => (
                <li key={session.id}>
                  <ReviewItem session={session} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Popover>
      {shown > 0 && (
        <span className={styles.count} aria-hidden="true">
          {shown > 99 ? '99+' : shown}
        </span>
      )}
    </span>
  );
}

function bellLabel(waiting: number, toReview: number): string {
  const parts = [
    waiting > 0 ? `waiting for you: ${waiting}` : [],
    toReview > 0 ? `ready for review: ${toReview}` : [],
  ].flat();
  return parts.length === 0 ? 'Nothing needs your attention' : capital(parts.join(', '));
}
