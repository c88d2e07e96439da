import { Clock } from 'lucide-react';
import { Icon } from '../../../ui/Icon';
import styles from './HunkCard.module.css';

/** For what an agent wrote into the user's own files by itself. */
export function PastNote() {
  return (
    <p className={styles.past}>
      <Icon icon={Clock} />
      <span>
        It stands in your files already: the agent wrote it without asking. Accept keeps it, Reject
        takes it out again.
      </span>
    </p>
  );
}
