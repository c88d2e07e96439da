import type { SessionId } from '#shared/ids';
import type { LineComment } from '#window/features/review/model/feedback/lineComment';
import styles from './Comment.module.css';
import { CommentCard } from './CommentCard';
import { useMeasured } from './useMeasured';

interface CommentNoteProps {
  readonly sessionId: SessionId;
  readonly comment: LineComment;
  onResize(key: string, height: number): void;
}

/** A comment in the room that an editor leaves for it. */
export function CommentNote({ sessionId, comment, onResize }: CommentNoteProps) {
  const box = useMeasured<HTMLDivElement>(`comment:${comment.id}`, onResize);
  return (
    <div ref={box} className={styles.box}>
      <CommentCard sessionId={sessionId} comment={comment} />
    </div>
  );
}
