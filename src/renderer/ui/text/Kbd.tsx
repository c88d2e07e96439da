import styles from './Kbd.module.css';

/** A key chord, as shown on the screen and as screen readers announce it. */
export interface Shortcut {
  readonly labels: readonly string[];
  /** The value of `aria-keyshortcuts` on the control that the chord presses. */
  readonly aria: string;
}

/** Hidden from accessible names: the control itself carries `aria-keyshortcuts`. */
export function Kbd({ shortcut }: { readonly shortcut: Shortcut }) {
  return (
    <span className={styles.chord} aria-hidden="true">
      {shortcut.labels.map((label) => (
        <kbd key={label} className={styles.key}>
          {label}
        </kbd>
      ))}
    </span>
  );
}
