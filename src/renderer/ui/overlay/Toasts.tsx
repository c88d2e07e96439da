import { Toast } from '@base-ui/react/toast';
import { CircleAlert, Info, X } from 'lucide-react';
import { useEffect } from 'react';
import { visibleWords } from '#shared/text/visiblePath';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import styles from './Toasts.module.css';
import { useToastSlot } from './toastSlots';
import { connectToasts, type ToastAction } from './toasts';

/** Errors take longer to read, and an action such as "Undo" takes time to reach. */
const TIMEOUT_MILLISECONDS = { neutral: 5_000, danger: 10_000, action: 15_000 } as const;

interface ToastData {
  readonly action: ToastAction | undefined;
}

/** All toasts, in the current slot of the layout. Its live region reads them out. */
export function Toasts() {
  const slot = useToastSlot();
  return (
    <Toast.Provider limit={4}>
      <Connection />
      {slot && (
        <Toast.Portal container={slot}>
          <Toast.Viewport className={styles.viewport}>
            <ToastList />
          </Toast.Viewport>
        </Toast.Portal>
      )}
    </Toast.Provider>
  );
}

/** Outside the slot, so that toasts are also received while they move from one slot to another. */
function Connection() {
  const { add } = Toast.useToastManager<ToastData>();
  useEffect(
    () =>
      connectToasts(({ id, title, description, tone = 'neutral', action }) => {
        add({
          ...(id !== undefined && { id }),
          title: visibleWords(title),
          description: description === undefined ? undefined : visibleWords(description),
          type: tone,
          timeout: TIMEOUT_MILLISECONDS[action ? 'action' : tone],
          data: { action: action && once(action) },
        });
      }),
    [add],
  );
  return null;
}

/** A disappearing toast can still be clicked, so a second click must do nothing. */
function once({ label, run }: ToastAction): ToastAction {
  let hasRun = false;
  return {
    label,
    run: () => {
      if (hasRun) return;
      hasRun = true;
      run();
    },
  };
}

function ToastList() {
  const { toasts, close } = Toast.useToastManager<ToastData>();
  return toasts.map((toast) => {
    const action = toast.data?.action;
    return (
      <Toast.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection="right">
        <Toast.Content className={styles.content}>
          <span className={styles.icon}>
            <Icon icon={toast.type === 'danger' ? CircleAlert : Info} />
          </span>
          <div className={styles.text}>
            <Toast.Title className={styles.title} />
            <Toast.Description className={styles.description} />
            {action && (
              <div className={styles.action}>
                <Button
                  size="small"
                  onClick={() => {
                    action.run();
                    close(toast.id);
                  }}
                >
                  {action.label}
                </Button>
              </div>
            )}
          </div>
          <Toast.Close render={<IconButton icon={X} label="Dismiss" size="small" />} />
        </Toast.Content>
      </Toast.Root>
    );
  });
}
