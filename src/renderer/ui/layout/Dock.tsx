import type { ReactNode } from 'react';
import styles from './Dock.module.css';

interface DockProps {
  /** Docked at the bottom with its own height; the children get the rest. */
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
