import { PenLine, Trash2 } from 'lucide-react';
import type { SessionId } from '#shared/ids';
import { IconButton } from '../../../ui/IconButton';
import { editComment, removeComment } from '../model/comments';
import type { LineComment } from '../model/lineComment';

interface CommentActionsProps {
  readonly sessionId: SessionId;
  readonly comment: LineComment;
}

/** What can be done with a comment, wherever it stands. */
export function CommentActions({ sessionId, comment }: CommentActionsProps) {
  return (
    <>
      <IconButton
        icon={PenLine}
        label="Edit comment"
        size="small"
        onClick={() => editComment(sessionId, comment)}
      />
      <IconButton
        icon={Trash2}
        label="Remove comment"
        size="small"
        onClick={() => removeComment(sessionId, comment)}
      />
    </>
  );
}
