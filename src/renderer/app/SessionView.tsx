import { useCallback, useEffect } from 'react';
import type { SessionId } from '#shared/ids';
import { CollisionsBar } from '#window/features/compare/CollisionsBar';
import { StandingBar } from '#window/features/compare/StandingBar';
import { Composer } from '#window/features/composer/Composer';
import { composerHandle } from '#window/features/composer/composerHandles';
import { appendToDraft, removeFromDraft } from '#window/features/composer/draft/draftStore';
import { ChangesBar } from '#window/features/review/ChangesBar';
import { useFeedbackNote } from '#window/features/review/model/feedback/useFeedbackNote';
import { ReviewDock } from '#window/features/review/ReviewDock';
import { SetupBar } from '#window/features/sessions/setup/SetupBar';
import type { ThreadScroll } from '#window/features/thread/scroll/threadScroll';
import { Thread } from '#window/features/thread/Thread';
import { threadHandle } from '#window/features/thread/threadHandles';
import { rememberOffers } from '#window/state/agents/agentOffers';
import { goToSession, type Reveal, settleReveal, useReveal } from '#window/state/layout/reveal';
import { useSessionHead, useTranscriptOrder } from '#window/state/session/sessionModels';
import { titleOf, useSession } from '#window/state/session/sessionsStore';
import { StorageBanners } from './banners/StorageBanners';
import styles from './SessionView.module.css';
import { rememberScroll, threadScroll } from './threadScrolls';

/** Transcript, prompt and changes of one session. */
export function SessionView({ sessionId }: { readonly sessionId: SessionId }) {
  useRevealed(sessionId);
  useRememberedOffers(sessionId);
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
          <CollisionsBar sessionId={sessionId} onDraft={appendToDraft} />
          <StandingBar
            sessionId={sessionId}
            onDraft={appendToDraft}
            onWithdrawDraft={removeFromDraft}
          />
          <ChangesBar sessionId={sessionId} />
        </div>
      </div>
      <Composer
        sessionId={sessionId}
        note={useFeedbackNote(sessionId)}
        // Sending a prompt scrolls to it, and to the answer.
        onSent={() => threadHandle(sessionId)?.jumpToLatest()}
      />
    </ReviewDock>
  );
}

/** Remembers what the agent lets users choose, to offer it before the next start. */
function useRememberedOffers(sessionId: SessionId): void {
  const head = useSessionHead(sessionId);
  const { modes, options } = head ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these two fields matter.
  useEffect(() => {
    if (head) rememberOffers(head);
  }, [modes, options]);
}

/** Scrolls to what other parts of the window asked this session to show, once it is there. */
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
  // The review handles the target when it has something to show.
  if (target.type === 'changes') return false;
  const thread = threadHandle(sessionId);
  if (thread === undefined || !order.includes(target.entryId)) return false;
  thread.reveal(target.entryId);
  return true;
}

/** Names the session that this one continues, as long as it exists. */
function ContinuesBar({ sessionId }: { readonly sessionId: SessionId }) {
  const continues = useSessionHead(sessionId)?.continues ?? null;
  const source = useSession(continues ?? ('' as SessionId));
  if (source === undefined) return null;
  return (
    <p className={styles.bar}>
      Continued from
      <button type="button" className={styles.source} onClick={() => goToSession(source.id)}>
        {titleOf(source)}
      </button>
    </p>
  );
}
