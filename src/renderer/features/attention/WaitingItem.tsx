import type { ReactNode } from 'react';
import type { EntryId, SessionId } from '#shared/ids';
import type { Entry } from '#shared/session/entries';
import { heldWriteWords } from '#shared/session/select';
import type { SessionSummary } from '#shared/session/summary';
import { reportError } from '#window/diagnostics/reportError';
import { shortAge } from '#window/state/age';
import { goToChanges } from '#window/state/layout/reveal';
import { useChangedLines } from '#window/state/session/changedLines';
import { useEntry, useSessionHead, useTranscriptOrder } from '#window/state/session/sessionModels';
import { titleOf } from '#window/state/session/sessionsStore';
import { useMinute } from '#window/state/useMinute';
import { goToWaiting, showWaitingList, waitingEntry } from '#window/state/waiting';
import { AgentMark } from '#window/ui/AgentMark';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './WaitingButton.module.css';

export function WaitingItem({ session }: { readonly session: SessionSummary }) {
  const head = useSessionHead(session.id);
  const order = useTranscriptOrder(session.id);
  const entryId = waitingEntry(head, order);
  const [write, ...otherWrites] = entryId ? [] : (head?.heldWrites ?? []);
  const more = (head?.openRequests.length ?? 0) - 1;

  const go = () => {
    showWaitingList(false);
    goToWaiting(session.id).catch(reportError);
  };

  return (
    <Item session={session} onClick={go}>
      <span className={styles.question}>
        {write && heldWriteWords(write, otherWrites.length)}
        {!write && entryId && <Question sessionId={session.id} entryId={entryId} />}
        {!write && !entryId && 'Waiting for you'}
        {!write && more > 0 && ` and ${more} more`}
      </span>
    </Item>
  );
}

/** A session with undecided changes. */
export function ReviewItem({ session }: { readonly session: SessionSummary }) {
  const lines = useChangedLines(session.id);
  const go = () => {
    showWaitingList(false);
    goToChanges(session.id);
  };
  return (
    <Item session={session} onClick={go}>
      <span className={styles.lines}>
        {visibleLine(session.agent.name)}
        {lines && lines.added > 0 && <span className={styles.added}>+{lines.added}</span>}
        {lines && lines.removed > 0 && <span className={styles.removed}>−{lines.removed}</span>}
      </span>
    </Item>
  );
}

interface ItemProps {
  readonly session: SessionSummary;
  readonly children: ReactNode;
  onClick(): void;
}

/** A session in the list, and what it waits for. */
function Item({ session, children, onClick }: ItemProps) {
  const now = useMinute();
  return (
    <button type="button" className={styles.item} onClick={onClick}>
      <span className={styles.mark}>
        <AgentMark id={session.agent.id} />
      </span>
      <span className={styles.title}>{titleOf(session)}</span>
      <span className={styles.age}>{shortAge(session.updatedAt, now)}</span>
      {children}
    </button>
  );
}

interface QuestionProps {
  readonly sessionId: SessionId;
  readonly entryId: EntryId;
}

function Question({ sessionId, entryId }: QuestionProps) {
  return visibleLine(describe(useEntry(sessionId, entryId)));
}

function describe(entry: Entry | undefined): string {
  switch (entry?.kind) {
    case 'permission':
      return `Permission: ${entry.question.title}`;
    case 'elicitation':
      return entry.question.message;
    case 'authentication':
      return `Login: ${entry.message}`;
    case 'continuity':
      return 'The agent no longer has this conversation. How do you want to continue?';
    default:
      return 'Waiting for you';
  }
}
