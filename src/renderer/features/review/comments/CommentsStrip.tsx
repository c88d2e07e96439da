import { ChevronDown, ChevronRight, Send } from 'lucide-react';
import { useId, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { useShortcut } from '../../../commands/commands';
import { reportError } from '../../../diagnostics/reportError';
import { useSessionChanges } from '../../../state/sessionChanges';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { tooltip } from '../../../ui/tooltip';
import { keepFromAgent, sendFeedback, untoldRefusals } from '../model/feedback';
import { fileName } from '../model/fileTree';
import { lineNumbers } from '../model/lineComment';
import { reviewStore, useReview } from '../model/reviewStore';
import styles from './CommentsStrip.module.css';

/** What the agent has yet to hear about its changes, to be sent in one prompt. */
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
  const goTo = (path: string, hunkId: ReturnType<typeof hunkIdOf>) =>
    reviewStore(sessionId).setState({ path, hunkId });
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
          <span className={styles.words}>{summary(comments.length, refused.length)}</span>
        </button>
        {comments.length === 0 && (
          <Button size="small" variant="ghost" onClick={() => keepFromAgent(sessionId)}>
            Dismiss
          </Button>
        )}
        <Button
          size="small"
          variant={comments.length > 0 ? 'primary' : 'secondary'}
          icon={Send}
          busy={isBusy}
          aria-keyshortcuts={sendKey?.aria}
          {...tooltip({ text: 'Send comments and refusals as the next prompt', shortcut: sendKey })}
          onClick={send}
        >
          Send to agent
        </Button>
      </div>
      <div id={list} className={styles.list} hidden={!isOpen}>
        {comments.map(({ id, path, start, end, text }) => (
          <button key={id} type="button" className={styles.item} onClick={() => goTo(path, null)}>
            <span className={styles.place}>
              {fileName(path)}, {lineNumbers({ start, end })}
            </span>
            <span className={styles.text}>{text}</span>
          </button>
        ))}
        {refused.map((one) => (
          <button
            key={`${one.view.change.changeId}/${one.hunk.hunk.id}`}
            type="button"
            className={styles.item}
            onClick={() => goTo(one.view.change.path, hunkIdOf(one))}
          >
            <span className={styles.place}>{fileName(one.view.change.path)}</span>
            <span className={styles.text}>Refused hunk</span>
          </button>
        ))}
      </div>
    </section>
  );
}

function hunkIdOf(refused: ReturnType<typeof untoldRefusals>[number] | null) {
  return refused?.hunk.hunk.id ?? null;
}

function summary(comments: number, refused: number): string {
  const parts = [
    comments > 0 && (comments === 1 ? '1 comment' : `${comments} comments`),
    refused > 0 && (refused === 1 ? '1 refused hunk' : `${refused} refused hunks`),
  ].filter(Boolean);
  return `${parts.join(' and ')} the agent has not heard of`;
}
