import { Check, Copy, MessageSquareText, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { FrameSummary } from '#shared/ipc/inspector';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { call } from '#window/ipc/client';
import { goToEntry } from '#window/state/layout/reveal';
import { IconButton } from '#window/ui/form/IconButton';
import { VisibleText } from '#window/ui/text/VisibleText';
import { visibleLine } from '#window/ui/text/visibleText';
import { useCopied } from '#window/ui/useCopied';
import styles from './FrameDetail.module.css';

interface FrameDetailProps {
  readonly sessionId: SessionId;
  readonly row: FrameSummary;
  onClose(): void;
}

/** One message as it was sent, formatted. */
export function FrameDetail({ sessionId, row, onClose }: FrameDetailProps) {
  const { number, label, direction } = row;
  const [copied, copy] = useCopied();
  const [text, setText] = useState('');
  const [note, setNote] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    call('inspector.frame', { sessionId, number }).then(
      (frame) => {
        if (!isWanted) return;
        setText(frame.text);
        if (frame.isCut) setNote('The message is long: only its beginning is kept.');
      },
      (error: unknown) => {
        if (isWanted) setNote(errorMessage(error));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [sessionId, number]);
  const reveal = () => {
    call('inspector.entryOf', { sessionId, number }).then(
      ({ entryId }) => goToEntry(sessionId, entryId),
      (error: unknown) => setNote(errorMessage(error)),
    );
  };
  return (
    <section className={styles.detail} aria-label="Message">
      <header className={styles.header}>
        <h3 className={styles.title}>{visibleLine(label)}</h3>
        {(direction === 'in' || direction === 'out') && (
          <IconButton
            icon={MessageSquareText}
            label="Show in transcript"
            size="small"
            onClick={reveal}
          />
        )}
        <IconButton
          icon={copied ? Check : Copy}
          label={copied ? 'Copied' : 'Copy message'}
          size="small"
          disabled={text === ''}
          onClick={() => copy(text)}
        />
        <IconButton icon={X} label="Close message" size="small" onClick={onClose} />
      </header>
      {note !== null && <p className={styles.note}>{note}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it. */}
      <pre className={styles.text} tabIndex={0}>
        <VisibleText text={text} />
      </pre>
    </section>
  );
}
