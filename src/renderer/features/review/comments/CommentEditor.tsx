import { type KeyboardEvent, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { isMac } from '../../../state/appInfoStore';
import { Button } from '../../../ui/Button';
import { TextArea } from '../../../ui/TextArea';
import { COMMENT_CHARACTERS } from '../limits';
import { dropDraft, keepComment } from '../model/comments';
import { lineNumbers } from '../model/lineComment';
import type { CommentDraft } from '../model/reviewStore';
import styles from './Comment.module.css';
import { useMeasured } from './useMeasured';

interface CommentEditorProps {
  readonly sessionId: SessionId;
  readonly draft: CommentDraft;
  onResize(key: string, height: number): void;
}

/** Below the lines that it is about; kept until everything is sent to the agent together. */
export function CommentEditor({ sessionId, draft, onResize }: CommentEditorProps) {
  const [text, setText] = useState(draft.text);
  const box = useMeasured<HTMLDivElement>('draft', onResize);
  const keep = () => keepComment(sessionId, draft, text);
  const pressKey = (event: KeyboardEvent) => {
    // The editor around it has other plans for most keys.
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
          // It appears because the user asked for it.
          ref={(element: HTMLTextAreaElement | null) => element?.focus({ preventScroll: true })}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={pressKey}
        />
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
