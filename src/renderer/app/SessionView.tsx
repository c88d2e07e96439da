import { useCallback, useEffect } from 'react';
import type { SessionId } from '#shared/ids';
import { Composer } from '../features/composer/Composer';
import { composerHandle } from '../features/composer/composerHandles';
import { ChangesBar } from '../features/review/ChangesBar';
import { useFeedbackNote } from '../features/review/model/useFeedbackNote';
import { ReviewDock } from '../features/review/ReviewDock';
import { SetupBar } from '../features/sessions/setup/SetupBar';
import { Thread } from '../features/thread/Thread';
import { threadHandle } from '../features/thread/threadHandles';
import type { ThreadScroll } from '../features/thread/threadScroll';
import { goToSession, type Reveal, settleReveal, useReveal } from '../state/reveal';
import { useTranscriptOrder } from '../state/sessionModels';
import { ContinuesBar } from './ContinuesBar';
import styles from './SessionView.module.css';
import { StorageBanners } from './StorageBanners';
import { rememberScroll, threadScroll } from './threadScrolls';

/** Transcript, prompt and changes of one session. */
export function SessionView({ sessionId }: { readonly sessionId: SessionId }) {
  useRevealed(sessionId);
  const remember = useCallback(
    (scroll: ThreadScroll) => rememberScroll(sessionId, scroll),
    [sessionId],
  );
  return (
    <ReviewDock sessionId={sessionId}>
      <StorageBanners sessionId={sessionId} />
      <ContinuesBar sessionId={sessionId} />
      <Thread
        sessionId={sessionId}
        initialScroll={threadScroll(sessionId)}
        onScrollChange={remember}
        onOpenSession={goToSession}
      />
      <div className={styles.changes}>
        <div className={styles.column}>
          <SetupBar sessionId={sessionId} />
          <ChangesBar sessionId={sessionId} />
        </div>
      </div>
      <Composer
        sessionId={sessionId}
        note={useFeedbackNote(sessionId)}
        // Whoever says something wants to see it, and the answer.
        onSent={() => threadHandle(sessionId)?.jumpToLatest()}
      />
    </ReviewDock>
  );
}

/** Brings before the user's eyes what others asked this session to show, once it is there. */
function useRevealed(sessionId: SessionId): void {
  const reveal = useReveal(sessionId);
  const order = useTranscriptOrder(sessionId);
  useEffect(() => {
    if (reveal !== null && show(reveal, order)) settleReveal(reveal);
  }, [reveal, order]);
}

function show({ sessionId, target }: Reveal, order: readonly string[]): boolean {
  if (target.type === 'prompt') {
    const composer = composerHandle(sessionId);
    composer?.focus();
    return composer !== undefined;
  }
  const thread = threadHandle(sessionId);
  if (thread === undefined || !order.includes(target.entryId)) return false;
  thread.reveal(target.entryId);
  return true;
}
