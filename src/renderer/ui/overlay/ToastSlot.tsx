import styles from './Toasts.module.css';
import { addToastSlot } from './toastSlots';

/** Gives toasts their own room in the layout, so that they never cover a prompt or a button. */
export function WindowToastSlot() {
  return <div ref={addToWindow} className={styles.slot} />;
}

export function DialogToastSlot() {
  return <div ref={addToDialog} className={styles.slot} />;
}

function addToWindow(element: HTMLElement | null) {
  return element === null ? undefined : addToastSlot(element, 'window');
}

function addToDialog(element: HTMLElement | null) {
  return element === null ? undefined : addToastSlot(element, 'dialog');
}
