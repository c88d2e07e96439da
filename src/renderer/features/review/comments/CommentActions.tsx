import { PenLine, Trash2 } from 'lucide-react';
import type { SessionId } from '#shared/ids';
import { editComment, removeComment } from '#window/features/review/model/feedback/comments';
import type { LineComment } from '#window/features/review/model/feedback/lineComment';
import { IconButton } from '#window/ui/form/IconButton';

interface CommentActionsProps {
  readonly sessionId: SessionId;
  readonly comment: LineComment;
}

/** The buttons of a comment, wherever it is shown. */
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
