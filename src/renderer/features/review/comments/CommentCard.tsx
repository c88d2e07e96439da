import type { SessionId } from '#shared/ids';
import { type LineComment, lineNumbers } from '#window/features/review/model/feedback/lineComment';
import styles from './Comment.module.css';
import { CommentActions } from './CommentActions';
import { useMeasured } from './useMeasured';

interface CommentCardProps {
  readonly sessionId: SessionId;
  readonly comment: LineComment;
}

/** A comment that waits to be sent. */
export function CommentCard({ sessionId, comment }: CommentCardProps) {
  return (
    <fieldset className={styles.card} aria-label={`Comment on ${lineNumbers(comment)}`}>
      <div className={styles.head}>
        <span className={styles.where}>You on {lineNumbers(comment)}, not sent yet</span>
        <CommentActions sessionId={sessionId} comment={comment} />
      </div>
      <p className={styles.text}>{comment.text}</p>
    </fieldset>
  );
}

interface CommentNoteProps {
  readonly sessionId: SessionId;
  readonly comment: LineComment;
  onResize(key: string, height: number): void;
}

/** A comment, in the space that an editor leaves for it. */
export function CommentNote({ sessionId, comment, onResize }: CommentNoteProps) {
  const box = useMeasured<HTMLDivElement>(`comment:${comment.id}`, onResize);
  return (
    <div ref={box} className={styles.box}>
      <CommentCard sessionId={sessionId} comment={comment} />
    </div>
  );
}
