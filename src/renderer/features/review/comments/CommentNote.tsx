import type { SessionId } from '#shared/ids';
import { type LineComment, lineNumbers } from '../model/lineComment';
import styles from './Comment.module.css';
import { CommentActions } from './CommentActions';
import { useMeasured } from './useMeasured';

interface CommentNoteProps {
  readonly sessionId: SessionId;
  readonly comment: LineComment;
  onResize(key: string, height: number): void;
}

export function CommentNote({ sessionId, comment, onResize }: CommentNoteProps) {
  const box = useMeasured<HTMLDivElement>(`comment:${comment.id}`, onResize);
  return (
    <div ref={box} className={styles.box}>
      <fieldset className={styles.card} aria-label={`Comment on ${lineNumbers(comment)}`}>
        <div className={styles.head}>
          <span className={styles.where}>You on {lineNumbers(comment)}, not sent yet</span>
          <CommentActions sessionId={sessionId} comment={comment} />
        </div>
        <p className={styles.text}>{comment.text}</p>
      </fieldset>
    </div>
  );
}
