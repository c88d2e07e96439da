import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** Words for screen readers only, where the eye has another sign. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
