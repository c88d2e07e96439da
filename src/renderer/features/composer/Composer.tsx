import { MessageSquareQuote } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { useSessionHead } from '#window/state/session/sessionModels';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { AttachmentList } from './attachments/AttachmentList';
import { useDrop } from './attachments/useDrop';
import styles from './Composer.module.css';
import { ComposerToolbar } from './ComposerToolbar';
import { rescueEdits } from './draft/queuedEdits';
import { HEIGHT_SHARE } from './limits';
import { PromptField } from './PromptField';
import type { PromptNote } from './promptNote';
import { QueueList } from './QueueList';
import { useComposer } from './useComposer';

interface ComposerProps {
  readonly sessionId: SessionId;
  /** The note before the next prompt; null: none. */
  readonly note: PromptNote | null;
  /** A prompt is being sent. */
  onSent(): void;
}

/** The composer: the queue above, the prompt, and its options below. */
export function Composer(props: ComposerProps) {
  // The text, the dropped files and the history position belong to one session.
  return <ComposerView key={props.sessionId} {...props} />;
}

function ComposerView({ sessionId, note, onSent }: ComposerProps) {
  const head = useSessionHead(sessionId);
  const [isLeftOut, setLeftOut] = useState(false);
  const composer = useComposer(sessionId, head, isLeftOut ? null : note, onSent);
  const root = useRef<HTMLDivElement>(null);
  const isOver = useDrop(root, composer.addFiles);
  usePaneHeight(root);
  useEffect(() => {
    if (head) rescueEdits(head);
  }, [head]);
  return (
    <div
      ref={root}
      className={styles.composer}
      data-session={sessionId}
      data-asked={(head && head.openRequests.length > 0) || undefined}
    >
      <div className={styles.column}>
        {head && head.queue.length > 0 && <QueueList head={head} />}
        {composer.notice !== null && (
          <p className={styles.notice} role="status">
            {composer.notice}
          </p>
        )}
        {note !== null && <PromptNoteBar note={note} isLeftOut={isLeftOut} onChange={setLeftOut} />}
        <div className={styles.box} data-over={isOver || undefined}>
          <AttachmentList
            attachments={composer.draft.attachments}
            onRemove={composer.removeAttachment}
          />
          <PromptField sessionId={sessionId} head={head} composer={composer} />
          <ComposerToolbar head={head} composer={composer} />
        </div>
      </div>
    </div>
  );
}

/** The prompt grows with its text, but leaves most of the pane to the transcript. */
function usePaneHeight(root: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    const pane = element?.parentElement;
    if (!element || !pane) return;
    const observer = new ResizeObserver(() => {
      const height = Math.round(pane.clientHeight * HEIGHT_SHARE);
      element.style.setProperty('--prompt-max', `${height}px`);
    });
    observer.observe(pane);
    return () => observer.disconnect();
  }, [root]);
}

interface PromptNoteBarProps {
  readonly note: PromptNote;
  readonly isLeftOut: boolean;
  onChange(isLeftOut: boolean): void;
}

/** Shows what is sent to the agent with the prompt, and lets the user exclude it. */
function PromptNoteBar({ note, isLeftOut, onChange }: PromptNoteBarProps) {
  return (
    <section className={styles.note} aria-label="Sent with your prompt">
      <Icon icon={MessageSquareQuote} size="small" />
      <span className={styles.noteWords}>
        {isLeftOut ? `Without ${note.summary}` : `Also sends ${note.summary}`}
      </span>
      <Button size="small" variant="ghost" onClick={() => onChange(!isLeftOut)}>
        {isLeftOut ? 'Include' : 'Exclude'}
      </Button>
    </section>
  );
}
