import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import styles from './Fold.module.css';
import { useFold } from './threadContext';

interface FoldProps {
  /** What it is remembered by. */
  readonly name: string;
  readonly label: ReactNode;
  readonly openByDefault?: boolean;
  readonly children: ReactNode;
}

/** Something that is there but rarely wanted. Its content is made only when it is unfolded. */
export function Fold({ name, label, openByDefault = false, children }: FoldProps) {
  const [open, toggle] = useFold(name, openByDefault);
  return (
    <div className={styles.fold}>
      <button type="button" className={styles.summary} aria-expanded={open} onClick={toggle}>
        <span className={styles.chevron}>
          <Icon icon={ChevronRight} size="small" />
        </span>
        {label}
      </button>
      {open && <div className={styles.content}>{children}</div>}
    </div>
  );
}
