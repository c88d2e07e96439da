import type { ReactNode } from 'react';
import styles from './Dock.module.css';

interface DockProps {
  /** Takes its own height; what it is put under gets the rest. */
  readonly foot: ReactNode;
  readonly children: ReactNode;
}

export function Dock({ foot, children }: DockProps) {
  return (
    <div className={styles.dock}>
      <div className={styles.content}>{children}</div>
      {foot}
    </div>
  );
}
