import { Button as BaseButton } from '@base-ui/react/button';
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from '#window/ui/classNames';
import { Icon } from '#window/ui/Icon';
import { Spinner } from '#window/ui/Spinner';
import { unavailable } from '#window/ui/unavailable';
import styles from './Button.module.css';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: LucideIcon;
  /** Shown at the far end, such as a key hint; must be hidden from the accessible name. */
  readonly trailing?: ReactNode;
  readonly fullWidth?: boolean;
  /** Work is under way: the button stays focusable, shows a spinner and ignores presses. */
  readonly busy?: boolean;
  /** Why the button cannot be used; it is then greyed and shows the reason. */
  readonly reason?: string | null | undefined;
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  trailing,
  fullWidth = false,
  busy = false,
  disabled = false,
  reason,
  children,
  ...rest
}: ButtonProps) {
  const isUnavailable = typeof reason === 'string';
  return (
    <BaseButton
      {...rest}
      className={classNames(
        styles.button,
        styles[variant],
        styles[size],
        fullWidth && styles.fullWidth,
      )}
      {...unavailable(reason)}
      disabled={disabled || busy || isUnavailable}
      focusableWhenDisabled={busy || isUnavailable}
      aria-busy={busy || undefined}
    >
      {busy ? <Spinner size="small" /> : icon && <Icon icon={icon} size="small" />}
      <span className={styles.label}>{children}</span>
      {trailing !== undefined && <span className={styles.trailing}>{trailing}</span>}
    </BaseButton>
  );
}
