import styles from './VisibleText.module.css';
import { visibleParts } from './visibleText';

/** An agent's text, with invisible and reordering characters written out. */
export function VisibleText({ text }: { readonly text: string }) {
  return visibleParts(text).map((part, index) =>
    part.escaped ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id and never move.
      <span key={index} className={styles.escape}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
