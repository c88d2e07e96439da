import styles from './VisibleText.module.css';
import { visibleParts } from './visibleText';

/** Text of an agent's with everything in it that would not show, or would reorder it, written out. */
export function VisibleText({ text }: { readonly text: string }) {
  return visibleParts(text).map((part, index) =>
    part.escaped ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name and never move.
      <span key={index} className={styles.escape}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
