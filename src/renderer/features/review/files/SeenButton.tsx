import { Eye } from 'lucide-react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { useShortcut } from '#window/commands/commands';
import { useReview } from '#window/features/review/model/reviewStore';
import { isSeen, setSeen } from '#window/features/review/model/seenFiles';
import { IconButton } from '#window/ui/form/IconButton';

interface SeenButtonProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
}

/** Marks a file as read, whatever is decided about it. */
export function SeenButton({ sessionId, view }: SeenButtonProps) {
  const wasSeen = useReview(sessionId, ({ seen }) => isSeen(seen, view));
  return (
    <IconButton
      icon={Eye}
      label="Seen"
      size="small"
      aria-pressed={wasSeen}
      shortcut={useShortcut('review.seen')}
      onClick={() => setSeen(sessionId, view, !wasSeen)}
    />
  );
}
