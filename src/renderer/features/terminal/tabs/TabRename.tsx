import { type KeyboardEvent, useRef, useState } from 'react';
import type { UserTerminal } from '#shared/terminal/terminal';
import { focusPanel } from '#window/features/terminal/panelStore';
import { renameTerminal } from '#window/features/terminal/terminalActions';
import styles from './TabRename.module.css';

interface TabRenameProps {
  readonly terminal: UserTerminal;
  onDone(): void;
}

/** A text field for a terminal's name. Enter and leaving the field save it, Escape does not. */
export function TabRename({ terminal, onDone }: TabRenameProps) {
  const [name, setName] = useState(terminal.givenName ?? terminal.name);
  const isSettled = useRef(false);

  const settle = (keep: boolean) => {
    if (isSettled.current) return;
    isSettled.current = true;
    if (keep) renameTerminal(terminal, name);
    onDone();
  };

  const pressKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    settle(event.key === 'Enter');
    focusPanel();
  };

  return (
    <input
      className={styles.field}
      aria-label="Terminal name"
      value={name}
      maxLength={80}
      spellCheck={false}
      // biome-ignore lint/a11y/noAutofocus: the user asked to type here.
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={pressKey}
      onBlur={() => settle(true)}
    />
  );
}
