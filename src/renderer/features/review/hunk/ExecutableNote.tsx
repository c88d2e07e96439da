import { SquareTerminal } from 'lucide-react';
import { EXECUTABLE_WORDS } from '#window/features/review/model/changeWords';
import { Icon } from '#window/ui/Icon';
import styles from './HunkCard.module.css';

/** In red: a new file that is executable. */
export function ExecutableNote() {
  return (
    <p className={styles.risk}>
      <Icon icon={SquareTerminal} />
      <span>This new file is executable. {EXECUTABLE_WORDS}</span>
    </p>
  );
}
