import { ChevronDown, ChevronRight, Send } from 'lucide-react';
import { useId, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { useShortcut } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { refusedThing } from '#window/features/review/model/feedback/composeFeedback';
import {
  keepFromAgent,
  sendFeedback,
  untoldRefusals,
} from '#window/features/review/model/feedback/feedback';
import { type LineComment, lineNumbers } from '#window/features/review/model/feedback/lineComment';
import { feedbackSummary } from '#window/features/review/model/feedback/useFeedbackNote';
import { fileName } from '#window/features/review/model/fileTree';
import { openReviewDialog } from '#window/features/review/model/reviewDialog';
import { reviewStore, useReview } from '#window/features/review/model/reviewStore';
import { useSessionChanges } from '#window/state/session/sessionChanges';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import { CommentActions } from './CommentActions';
import styles from './CommentsStrip.module.css';

/** Unsent comments and rejected hunks, to be sent in one prompt. */
export function CommentsStrip({ sessionId }: { readonly sessionId: SessionId }) {
  const comments = useReview(sessionId, (state) => state.comments);
  const told = useReview(sessionId, (state) => state.told);
  const changes = useSessionChanges(sessionId)?.changes ?? [];
  const refused = untoldRefusals(changes, told);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const list = useId();
  const sendKey = useShortcut('review.sendFeedback');
  if (comments.length === 0 && refused.length === 0) return null;
  const send = () => {
    setBusy(true);
    sendFeedback(sessionId)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <section className={styles.strip} aria-label="Comments">
      <div className={styles.head}>
        <button
          type="button"
          className={styles.summary}
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon icon={isOpen ? ChevronDown : ChevronRight} size="small" />
          <span className={styles.words}>
            {feedbackSummary(comments.length, refused.length)} not sent yet
          </span>
        </button>
        {comments.length === 0 && (
          <Button size="small" variant="ghost" onClick={() => keepFromAgent(sessionId)}>
            Dismiss
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          onClick={() => openReviewDialog('feedback', sessionId)}
        >
          Edit message…
        </Button>
        <Button
          size="small"
          variant={comments.length > 0 ? 'primary' : 'secondary'}
          icon={Send}
          busy={isBusy}
          aria-keyshortcuts={sendKey?.aria}
          {...tooltip({
            text: 'Send comments and rejected hunks as the next prompt',
            shortcut: sendKey,
          })}
          onClick={send}
        >
          Send to agent
        </Button>
      </div>
      <div id={list} className={styles.list} hidden={!isOpen}>
        {comments.map((comment) => (
          <CommentItem key={comment.id} sessionId={sessionId} comment={comment} />
        ))}
        {refused.map(({ view, hunk }) => (
          <button
            key={`${view.change.changeId}/${hunk.hunk.id}`}
            type="button"
            className={styles.item}
            onClick={() =>
              reviewStore(sessionId).setState({ path: view.change.path, hunkId: hunk.hunk.id })
            }
          >
            <span className={styles.place}>{fileName(view.change.path)}</span>
            <span className={styles.text}>{refusedThing(hunk.hunk)}, rejected</span>
          </button>
        ))}
      </div>
    </section>
  );
}

interface CommentItemProps {
  readonly sessionId: SessionId;
  readonly comment: LineComment;
}

function CommentItem({ sessionId, comment }: CommentItemProps) {
  const { path, text } = comment;
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.item}
        onClick={() => reviewStore(sessionId).setState({ path, shownComment: comment.id })}
      >
        <span className={styles.place}>
          {fileName(path)}, {lineNumbers(comment)}
        </span>
        <span className={styles.text}>{text}</span>
      </button>
      <CommentActions sessionId={sessionId} comment={comment} />
    </div>
  );
}
