import { BellRing } from 'lucide-react';
import { useStore } from 'zustand';
import { useShortcut } from '../../commands/commands';
import { showWaitingList, useWaitingSessions, waitingListStore } from '../../state/waiting';
import { IconButton } from '../../ui/IconButton';
import { Popover } from '../../ui/Popover';
import styles from './WaitingButton.module.css';
import { WaitingItem } from './WaitingItem';

interface WaitingButtonProps {
  readonly side?: 'bottom' | 'right';
}

/** How many sessions wait for the user, and the way to each of them. */
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
            label={count === 0 ? 'Nothing waits for you' : `Waiting for you: ${count}`}
            shortcut={useShortcut('waiting.show')}
            tooltipSide={side}
          />
        }
      >
        {count === 0 ? (
          <p className={styles.nothing}>
            No session needs you. Questions, permissions and logins of every session appear here.
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
