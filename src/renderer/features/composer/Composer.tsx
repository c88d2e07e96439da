import { useEffect, useRef } from 'react';
import type { SessionId } from '#shared/ids';
import { useSessionHead } from '../../state/sessionModels';
import { AttachmentList } from './AttachmentList';
import styles from './Composer.module.css';
import { ComposerToolbar } from './ComposerToolbar';
import { HEIGHT_SHARE } from './limits';
import { PromptField } from './PromptField';
import { QueueList } from './QueueList';
import { useComposer } from './useComposer';
import { useDrop } from './useDrop';

/** Where the user talks to an agent: the queue above, the prompt, and what applies to it below. */
export function Composer({ sessionId }: { readonly sessionId: SessionId }) {
  // What is being typed, dropped or walked through belongs to one session.
  return <ComposerView key={sessionId} sessionId={sessionId} />;
}

function ComposerView({ sessionId }: { readonly sessionId: SessionId }) {
  const head = useSessionHead(sessionId);
  const composer = useComposer(sessionId, head);
  const root = useRef<HTMLDivElement>(null);
  const [isOver, drop] = useDrop(composer.addFiles);
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
        <div className={styles.box} data-over={isOver || undefined} {...drop}>
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
