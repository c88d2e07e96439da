import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import popup from '#window/ui/popup.module.css';
import styles from './Popover.module.css';

interface PopoverProps {
  /** The button that opens it, with an accessible name. */
  readonly trigger: ReactElement;
  readonly title: string;
  readonly side?: 'bottom' | 'right';
  readonly children: ReactNode;
  /** Without these two, the popover controls its own state. */
  readonly open?: boolean;
  onOpenChange?(open: boolean): void;
}

export function Popover({ trigger, title, side = 'bottom', children, ...control }: PopoverProps) {
  return (
    <BasePopover.Root {...control}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          className={`${popup.positioner} ${styles.positioner}`}
          side={side}
          sideOffset={6}
          align="start"
        >
          <BasePopover.Popup className={popup.popup}>
            <div className={styles.content}>
              <BasePopover.Title className={styles.title}>{title}</BasePopover.Title>
              {children}
            </div>
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
