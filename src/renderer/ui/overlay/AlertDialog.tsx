import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { visibleWords } from '#shared/text/visiblePath';
import { Button } from '#window/ui/form/Button';
import styles from './AlertDialog.module.css';
import frame from './Dialog.module.css';
import { MODAL_MARK, type Modal } from './modal';
import { takeFocus } from './takeFocus';

interface AlertDialogProps {
  readonly open: boolean;
  /** A question that the two buttons answer. */
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly description: string;
  /** Details of what will happen, one fact each. */
  readonly facts?: readonly string[] | undefined;
  /** The verb of the title, never "OK". */
  readonly action: string;
  readonly destructive?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something that cannot be undone. A click outside does not answer it. */
export function AlertDialog({ destructive = false, ...props }: AlertDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseAlertDialog.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className={frame.backdrop} />
        <BaseAlertDialog.Viewport className={frame.viewport}>
          <BaseAlertDialog.Popup
            ref={popup}
            className={`${frame.popup} ${styles.popup}`}
            initialFocus={() => takeFocus(popup.current)}
            {...{ [MODAL_MARK]: 'question' satisfies Modal }}
          >
            <BaseAlertDialog.Title className={frame.title}>
              {visibleWords(props.title)}
            </BaseAlertDialog.Title>
            <BaseAlertDialog.Description className={styles.description}>
              {visibleWords(props.description)}
            </BaseAlertDialog.Description>
            {props.facts && props.facts.length > 0 && (
              <ul className={styles.facts}>
                {props.facts.map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
            )}
            <div className={styles.buttons}>
              <BaseAlertDialog.Close render={<Button>Cancel</Button>} />
              <BaseAlertDialog.Close
                onClick={props.onConfirm}
                render={
                  <Button variant={destructive ? 'danger' : 'primary'}>{props.action}</Button>
                }
              />
            </div>
          </BaseAlertDialog.Popup>
        </BaseAlertDialog.Viewport>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  );
}
