import { useEffect, useRef } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { CommentEditor } from '#window/features/review/comments/CommentEditor';
import { useChangeTexts } from '#window/features/review/model/diff/changeTexts';
import { isQuoteOutdated } from '#window/features/review/model/feedback/lineComment';
import type { CommentDraft } from '#window/features/review/model/reviewStore';
import styles from './ScrollFile.module.css';

interface DraftEditorProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  readonly draft: CommentDraft;
}

/** A comment that is being written, below the hunk that it is about. */
export function DraftEditor({ sessionId, view, draft }: DraftEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const texts = useChangeTexts(sessionId, view.change.changeId);
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={box} className={styles.comment}>
      <CommentEditor
        sessionId={sessionId}
        draft={draft}
        isOutdated={texts.state === 'loaded' && isQuoteOutdated(draft, texts.value)}
        onResize={() => undefined}
      />
    </div>
  );
}
