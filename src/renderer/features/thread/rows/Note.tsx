import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#window/ui/Icon';
import styles from './Note.module.css';

interface NoteProps {
  readonly icon: LucideIcon;
  /** `quiet` is for background information; the `card` tones ask for an action. */
  readonly tone: 'quiet' | 'plain' | 'danger' | 'waiting';
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A row about the session itself, neither a message nor work. */
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
