import { useEffect, useRef, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { useSessionHead } from '../../state/sessionModels';
import { AttachmentList } from './AttachmentList';
import styles from './Composer.module.css';
import { ComposerToolbar } from './ComposerToolbar';
import { HEIGHT_SHARE } from './limits';
import { PromptField } from './PromptField';
import { PromptNoteBar } from './PromptNoteBar';
import type { PromptNote } from './promptNote';
import { QueueList } from './QueueList';
import { useComposer } from './useComposer';
import { useDrop } from './useDrop';

interface ComposerProps {
  readonly sessionId: SessionId;
  /** What goes before the next prompt; null: nothing. */
  readonly note: PromptNote | null;
  /** Something is on its way to the agent. */
  onSent(): void;
}

/** Where the user talks to an agent: the queue above, the prompt, and what applies to it below. */
export function Composer(props: ComposerProps) {
  // What is being typed, dropped or walked through belongs to one session.
  return <ComposerView key={props.sessionId} {...props} />;
}

function ComposerView({ sessionId, note, onSent }: ComposerProps) {
  const head = useSessionHead(sessionId);
  const [isLeftOut, setLeftOut] = useState(false);
  const composer = useComposer(sessionId, head, isLeftOut ? null : note, onSent);
  const root = useRef<HTMLDivElement>(null);
  const isOver = useDrop(root, composer.addFiles);
  usePaneHeight(root);
  return (
    <div ref={root} className={styles.composer} data-session={sessionId}>
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
