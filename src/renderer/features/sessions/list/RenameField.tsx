import { type KeyboardEvent, useRef, useState } from 'react';
import { stopRenaming } from '#window/state/session/sessionListStore';
import styles from './SessionRow.module.css';

interface RenameFieldProps {
  readonly label: string;
  readonly text: string;
  /** Called with the new name, which may be empty. */
  onKeep(text: string): void;
}

/** A text field for a name in the list. Enter and leaving the field save it, Escape does not. */
export function RenameField({ label, text, onKeep }: RenameFieldProps) {
  const [typed, setTyped] = useState(text);
  const isSettled = useRef(false);

  const settle = (keep: boolean) => {
    if (isSettled.current) return;
    isSettled.current = true;
    stopRenaming();
    const wanted = typed.trim();
    if (keep && wanted !== text) onKeep(wanted);
  };

  const pressKey = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    const row = event.currentTarget.closest<HTMLElement>('[data-row]');
    settle(event.key === 'Enter');
    row?.focus();
  };

  return (
    <input
      className={styles.rename}
      aria-label={label}
      value={typed}
      spellCheck={false}
      // biome-ignore lint/a11y/noAutofocus: the user asked to type here.
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={pressKey}
      onBlur={() => settle(true)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
