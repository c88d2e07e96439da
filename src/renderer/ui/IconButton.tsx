import { Button as BaseButton } from '@base-ui/react/button';
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from './classNames';
import { Icon } from './Icon';
import styles from './IconButton.module.css';
import type { Shortcut } from './Kbd';
import { type TooltipSide, tooltip } from './tooltip';
import { unavailable } from './unavailable';

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  /** The accessible name, and the tooltip. */
  readonly label: string;
  readonly shortcut?: Shortcut | undefined;
  readonly size?: 'small' | 'medium';
  readonly tooltipSide?: TooltipSide;
  /** Why it cannot be used; it is greyed and says so. */
  readonly reason?: string | null | undefined;
}

export function IconButton({
  icon,
  label,
  shortcut,
  size = 'medium',
  tooltipSide,
  reason,
  disabled = false,
  ...rest
}: IconButtonProps) {
  const isUnavailable = typeof reason === 'string';
  return (
    <BaseButton
      {...rest}
      {...tooltip({ text: label, shortcut, side: tooltipSide })}
      {...unavailable(reason)}
      disabled={disabled || isUnavailable}
      focusableWhenDisabled={isUnavailable}
      className={classNames(styles.button, styles[size])}
      aria-label={label}
      aria-keyshortcuts={shortcut?.aria}
    >
      <Icon icon={icon} size={size === 'small' ? 'small' : 'medium'} />
    </BaseButton>
  );
}
