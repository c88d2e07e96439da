import { SquareTerminal } from 'lucide-react';
import { Icon } from '../../../ui/Icon';
import { EXECUTABLE_WORDS } from '../model/changeWords';
import styles from './HunkCard.module.css';

/** In red: a new file that arrives as a program. */
export function ExecutableNote() {
  return (
    <p className={styles.risk}>
      <Icon icon={SquareTerminal} />
      <span>This new file is executable. {EXECUTABLE_WORDS}</span>
    </p>
  );
}
