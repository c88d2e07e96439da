import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { classNames } from './classNames';
import { Icon } from './Icon';

interface BannerProps {
  readonly tone?: 'neutral' | 'danger';
  /** `strip` spans the window's top; `inset` sits inside a form. */
  readonly shape?: 'strip' | 'inset';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** A problem that stays until it is fixed. */
export function Banner({ tone = 'neutral', shape = 'inset', children, actions }: BannerProps) {
  return (
    <div
      className={classNames(styles.banner, styles[tone], styles[shape])}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <span className={styles.icon}>
        <Icon icon={tone === 'danger' ? CircleAlert : Info} />
      </span>
      <div className={styles.text}>{children}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
