import {
  Check,
  Circle,
  CircleDashed,
  CircleDot,
  Contrast,
  type LucideIcon,
  TriangleAlert,
  X,
} from 'lucide-react';
import type { ChangeView } from '#shared/airlock/changeView';
import { formatNumber } from '#shared/text/counted';
import type { FileState } from '#window/features/review/model/fileState';
import { Icon } from '#window/ui/Icon';
import styles from './FileMarks.module.css';

const stateIcons: Readonly<Record<FileState, LucideIcon>> = {
  undecided: Circle,
  partly: CircleDot,
  noted: CircleDashed,
  accepted: Check,
  mixed: Contrast,
  rejected: X,
  conflict: TriangleAlert,
};

interface FileMarksProps {
  readonly view: Pick<ChangeView, 'addedLines' | 'removedLines'>;
  readonly state: FileState;
}

/** The size of a file's change and its state; hidden from screen readers. */
export function FileMarks({ view: { addedLines, removedLines }, state }: FileMarksProps) {
  return (
    <>
      <span className={styles.counts}>
        {addedLines > 0 && <span className={styles.added}>+{formatNumber(addedLines)}</span>}
        {removedLines > 0 && <span className={styles.removed}>−{formatNumber(removedLines)}</span>}
      </span>
      <span className={styles.state} data-state={state}>
        <Icon icon={stateIcons[state]} size="small" />
      </span>
    </>
  );
}
