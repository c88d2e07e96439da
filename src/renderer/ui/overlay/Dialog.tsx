import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { classNames } from '#window/ui/classNames';
import { IconButton } from '#window/ui/form/IconButton';
import styles from './Dialog.module.css';
import { MODAL_MARK, type Modal } from './modal';
import { DialogToastSlot } from './ToastSlot';
import { takeFocus } from './takeFocus';
import { CLOSE_MARK } from './useLateFocus';

interface DialogProps {
  readonly open: boolean;
  /** The accessible name. */
  readonly title: string;
  /** The title is not drawn, as in a palette that begins with its input. */
  readonly bare?: boolean;
  readonly size?: 'medium' | 'large' | 'wide';
  /**
   * Begins with the usual height and grows upwards, so that late content does not move the buttons
   * at its end.
   */
  readonly steady?: boolean;
  /** The element that gets focus first; by default the first focusable one. */
  initialFocus?(): HTMLElement | null;
  readonly children: ReactNode;
  onClose(): void;
  /** Called after the closing animation, once the focus is back. */
  onClosed?(): void;
}

/** A modal dialog: Escape and a click outside close it, and the focus returns to where it was. */
export function Dialog({ size = 'medium', bare = false, steady = false, ...props }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      onOpenChangeComplete={(open) => !open && props.onClosed?.()}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Viewport
          className={classNames(styles.viewport, bare && styles.high, steady && styles.low)}
        >
          <BaseDialog.Popup
            ref={popup}
            className={classNames(styles.popup, styles[size], steady && styles.steady)}
            initialFocus={() => takeFocus(popup.current, props.initialFocus?.())}
            aria-label={bare ? props.title : undefined}
            {...{ [MODAL_MARK]: 'dialog' satisfies Modal }}
          >
            {!bare && (
              <header className={styles.header}>
                <BaseDialog.Title className={styles.title}>{props.title}</BaseDialog.Title>
              </header>
            )}
            {props.children}
            <DialogToastSlot />
            {/* The close button comes last, so that focus starts in the dialog's content. */}
            {!bare && (
              <div className={styles.close} {...{ [CLOSE_MARK]: '' }}>
                <BaseDialog.Close render={<IconButton icon={X} label="Close" size="small" />} />
              </div>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The row of buttons at the end; the primary button comes last. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.footer}>{children}</footer>;
}
