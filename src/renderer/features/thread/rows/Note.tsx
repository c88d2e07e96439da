import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#window/ui/Icon';
import styles from './Note.module.css';

interface NoteProps {
  readonly icon: LucideIcon;
  /** `quiet` for what is only worth knowing, `card` tones for what asks for an action. */
  readonly tone: 'quiet' | 'plain' | 'danger' | 'waiting';
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A row that is neither talk nor work: what happened to the session itself. */
export function Note({ icon, tone, title, children, actions }: NoteProps) {
  return (
    <div className={styles.note} data-tone={tone}>
      <span className={styles.icon}>
        <Icon icon={icon} size="small" />
      </span>
      <div className={styles.text}>
        <div className={styles.title}>{title}</div>
        {children && <div className={styles.more}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
