import { VisibleText } from '../../ui/VisibleText';
import { TITLE_CHARACTERS } from './limits';
import styles from './TitleText.module.css';

/** A title that an agent gave: one line, nothing hidden in it, and `code` set as code. */
export function TitleText({ text }: { readonly text: string }) {
  const cut = text.length > TITLE_CHARACTERS ? `${text.slice(0, TITLE_CHARACTERS)}…` : text;
  const line = cut.replace(/\s*\n\s*/g, ' ⏎ ');
  const parts = line.split(/`([^`]+)`/);
  return (
    <bdi>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place.
          <code key={index} className={styles.code}>
            <VisibleText text={part} />
          </code>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place.
          <VisibleText key={index} text={part} />
        ),
      )}
    </bdi>
  );
}
