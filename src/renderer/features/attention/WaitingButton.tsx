import { BellRing } from 'lucide-react';
import { useStore } from 'zustand';
import { useShortcut } from '#window/commands/commands';
import { showWaitingList, useWaitingSessions, waitingListStore } from '#window/state/waiting';
import { IconButton } from '#window/ui/form/IconButton';
import { Popover } from '#window/ui/overlay/Popover';
import styles from './WaitingButton.module.css';
import { WaitingItem } from './WaitingItem';

interface WaitingButtonProps {
  readonly side?: 'bottom' | 'right';
}

/** The number of sessions that wait for the user, with a link to each of them. */
export function WaitingButton({ side = 'bottom' }: WaitingButtonProps) {
  const waiting = useWaitingSessions();
  const { isOpen } = useStore(waitingListStore);
  const count = waiting.length;
  return (
    <span className={styles.root} data-waiting={count > 0 || undefined}>
      <Popover
        title="Waiting for you"
        side={side}
        open={isOpen}
        onOpenChange={showWaitingList}
        trigger={
          <IconButton
            icon={BellRing}
            label={count === 0 ? 'Nothing needs your attention' : `Waiting for you: ${count}`}
            shortcut={useShortcut('waiting.show')}
            tooltipSide={side}
          />
        }
      >
        {count === 0 ? (
          <p className={styles.nothing}>
            No session needs your attention. Permission requests, writes to review, questions and
            logins from all sessions appear here.
          </p>
        ) : (
          <ul className={styles.list}>
            {waiting.map((session) => (
              <li key={session.id}>
                <WaitingItem session={session} />
              </li>
            ))}
          </ul>
        )}
      </Popover>
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      )}
    </span>
  );
}
