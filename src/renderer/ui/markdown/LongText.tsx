import { Button } from '../Button';
import { formatBytes } from '../formatBytes';
import styles from './Markdown.module.css';
import { PlainText } from './PlainText';

interface LongTextProps {
  readonly text: string;
  onFormat(): void;
}

/** A text so long that formatting it is the user's decision. */
export function LongText({ text, onFormat }: LongTextProps) {
  return (
    <div>
      <div className={styles.long}>
        <span>This text is long ({formatBytes(text.length)}) and shown as it is.</span>
        <Button size="small" onClick={onFormat}>
          Show formatted
        </Button>
      </div>
      <PlainText text={text} />
    </div>
  );
}
