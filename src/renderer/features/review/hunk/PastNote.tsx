import { Clock } from 'lucide-react';
import { Icon } from '#window/ui/Icon';
import styles from './HunkCard.module.css';

/** For a change that an agent wrote directly into the user's own files. */
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
