import { useState } from 'react';
import { type Body, isBlobReference } from '#shared/session/content';
import { counted } from '#shared/text/counted';
import { formatBytes } from '#shared/text/formatBytes';
import { useBody } from '#window/features/thread/bodies';
import { BODY_BYTES } from '#window/features/thread/limits';
import { useThread } from '#window/features/thread/threadContext';
import { PlainCode } from '#window/ui/markdown/CodeBlock';
import { firstLines } from '#window/ui/markdown/codePieces';
import { SHOWN_LINES } from '#window/ui/markdown/limits';
import { ShowMore } from '#window/ui/markdown/ShowMore';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './ContentBlocks.module.css';

interface BodyTextProps {
  readonly label?: string;
  readonly body: Body;
}

/** Unformatted text, fetched if it is stored elsewhere; a large one only on demand. */
export function BodyText({ label, body }: BodyTextProps) {
  const { sessionId } = useThread();
  const isLarge = isBlobReference(body) && body.bytes > BODY_BYTES;
  const [wanted, setWanted] = useState(!isLarge);
  const loaded = useBody(sessionId, body, wanted);
  if (!wanted && isBlobReference(body)) {
    return <ShowMore onShow={() => setWanted(true)}>{`Show ${formatBytes(body.bytes)}`}</ShowMore>;
  }
  if (loaded.state === 'loading') return <span className={styles.note}>Loading…</span>;
  if (loaded.state === 'failed') return <span className={styles.note}>{loaded.message}</span>;
  return <CodeText label={label} text={loaded.text} />;
}

/** Text in a separate box that scrolls. */
export function CodeText({ label, text }: { label?: string | undefined; text: string }) {
  const [shownLines, setShownLines] = useState(SHOWN_LINES);
  const { shown, hidden } = firstLines(cut(text), shownLines);
  return (
    <div>
      {label !== undefined && <div className={styles.note}>{visibleLine(label)}</div>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it. */}
      <pre className={styles.body} tabIndex={0} dir="ltr">
        <PlainCode text={shown} />
      </pre>
      {hidden > 0 && (
        <ShowMore onShow={() => setShownLines(shownLines * 4)}>
          {`Show more (${counted(hidden, 'line')} left)`}
        </ShowMore>
      )}
    </div>
  );
}

/** Limits the length of lines, because a line of many megabytes would be laid out as a whole. */
function cut(text: string): string {
  return text.length > BODY_BYTES ? `${text.slice(0, BODY_BYTES)}\n…` : text;
}

/** Formats JSON on several lines; other text stays the same. */
export function prettyJson(text: string): string {
  if (!/^\s*[[{]/.test(text) || text.length > BODY_BYTES) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
