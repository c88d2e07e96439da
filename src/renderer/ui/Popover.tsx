import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import styles from './Popover.module.css';
import popup from './popup.module.css';

interface PopoverProps {
  /** The button that opens it, with an accessible name. */
  readonly trigger: ReactElement;
  readonly title: string;
  readonly children: ReactNode;
}

export function Popover({ trigger, title, children }: PopoverProps) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner className={popup.positioner} sideOffset={6} align="start">
          <BasePopover.Popup className={`${popup.popup} ${styles.popup}`}>
            <BasePopover.Title className={styles.title}>{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
