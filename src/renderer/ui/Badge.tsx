import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { classNames } from './classNames';

interface BadgeProps {
  readonly tone?: 'neutral' | 'accent' | 'waiting' | 'danger' | 'added' | 'removed';
  readonly children: ReactNode;
}

/** A word or a number about the thing beside it. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
