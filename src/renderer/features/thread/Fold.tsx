import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#window/ui/Icon';
import styles from './Fold.module.css';
import { useFold } from './threadContext';

interface FoldProps {
  /** The key under which its state is remembered. */
  readonly name: string;
  readonly label: ReactNode;
  readonly openByDefault?: boolean;
  readonly children: ReactNode;
}

/** A collapsed section. Its content is created only when it is expanded. */
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
