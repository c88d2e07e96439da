import { Button as BaseButton } from '@base-ui/react/button';
import type { LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from '#window/ui/classNames';
import { Icon } from '#window/ui/Icon';
import { type TooltipSide, tooltip } from '#window/ui/overlay/tooltip';
import type { Shortcut } from '#window/ui/text/Kbd';
import { unavailable } from '#window/ui/unavailable';
import styles from './IconButton.module.css';

export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  /** The accessible name, and the tooltip. */
  readonly label: string;
  readonly shortcut?: Shortcut | undefined;
  readonly size?: 'small' | 'medium';
  readonly tooltipSide?: TooltipSide;
  /** Why the button cannot be used; it is then greyed and shows the reason. */
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
