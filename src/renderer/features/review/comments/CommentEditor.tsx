import { type KeyboardEvent, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { COMMENT_CHARACTERS } from '#window/features/review/limits';
import {
  draftText,
  dropDraft,
  keepComment,
  typeComment,
} from '#window/features/review/model/feedback/comments';
import { lineNumbers } from '#window/features/review/model/feedback/lineComment';
import type { CommentDraft } from '#window/features/review/model/reviewStore';
import { isMac } from '#window/state/appInfoStore';
import { Button } from '#window/ui/form/Button';
import { TextArea } from '#window/ui/form/TextArea';
import styles from './Comment.module.css';
import { useMeasured } from './useMeasured';

interface CommentEditorProps {
  readonly sessionId: SessionId;
  readonly draft: CommentDraft;
  /** The commented lines have changed since. */
  readonly isOutdated: boolean;
  onResize(key: string, height: number): void;
}

/**
 * Shown below the commented lines. The comment is kept until everything is sent to the agent
 * together.
 */
export function CommentEditor({ sessionId, draft, isOutdated, onResize }: CommentEditorProps) {
  const [text, setText] = useState(() => draftText(sessionId, draft));
  const box = useMeasured<HTMLDivElement>('draft', onResize);
  const keep = () => keepComment(sessionId, draft, text);
  const pressKey = (event: KeyboardEvent) => {
    // The editor around it handles most keys differently.
    event.stopPropagation();
    if (event.key === 'Escape') dropDraft(sessionId);
    else if (event.key === 'Enter' && (isMac() ? event.metaKey : event.ctrlKey)) keep();
    else return;
    event.preventDefault();
  };
  return (
    <div ref={box} className={styles.box}>
      <fieldset className={styles.card} aria-label="New comment">
        <TextArea
          aria-label={`Comment on ${lineNumbers(draft)}`}
          placeholder="Tell the agent what to do about these lines"
          maxLength={COMMENT_CHARACTERS}
          rows={2}
          value={text}
          // The editor takes the focus because the user asked for it.
          ref={(element: HTMLTextAreaElement | null) => element?.focus({ preventScroll: true })}
          onChange={(event) => {
            setText(event.target.value);
            typeComment(sessionId, draft, event.target.value);
          }}
          onKeyDown={pressKey}
        />
        {isOutdated && (
          <p role="status" className={styles.where}>
            These lines have changed since. Your comment quotes them as they were.
          </p>
        )}
        <div className={styles.buttons}>
          <Button size="small" variant="ghost" onClick={() => dropDraft(sessionId)}>
            Cancel
          </Button>
          <Button size="small" variant="primary" disabled={text.trim() === ''} onClick={keep}>
            {draft.isNew ? 'Add comment' : 'Save comment'}
          </Button>
        </div>
      </fieldset>
    </div>
  );
}
