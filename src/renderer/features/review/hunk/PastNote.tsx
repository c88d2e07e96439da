import { Clock } from 'lucide-react';
import { Icon } from '../../../ui/Icon';
import styles from './HunkCard.module.css';

/** For what an agent wrote into the user's own files by itself. */
export function PastNote() {
  return (
    <p className={styles.past}>
      <Icon icon={Clock} />
      <span>
        Already in your files: the agent wrote it without asking. Accept keeps it, Reject reverts
        it.
      </span>
    </p>
  );
}
