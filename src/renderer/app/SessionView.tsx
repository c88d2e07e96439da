import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { SessionId } from '#shared/ids';
import { reportError } from '../diagnostics/reportError';
import { Thread } from '../features/thread/Thread';
import { threadHandle } from '../features/thread/threadHandles';
import type { ThreadScroll } from '../features/thread/threadScroll';
import { call } from '../ipc/client';
import { goToSession, settleReveal, useReveal } from '../state/reveal';
import { useSessionHead, useTranscriptOrder } from '../state/sessionModels';
import styles from './SessionView.module.css';
import { rememberScroll, threadScroll } from './threadScrolls';

/** Transcript and prompt of one session. */
export function SessionView({ sessionId }: { readonly sessionId: SessionId }) {
  const view = useRef<HTMLDivElement>(null);
  useRevealed(sessionId, view);
  const remember = useCallback(
    (scroll: ThreadScroll) => rememberScroll(sessionId, scroll),
    [sessionId],
  );
  return (
    <div ref={view} className={styles.view}>
      <Thread
        sessionId={sessionId}
        initialScroll={threadScroll(sessionId)}
        onScrollChange={remember}
        onOpenSession={goToSession}
      />
      <Composer sessionId={sessionId} />
    </div>
  );
}

/** Brings before the user's eyes what others asked this session to show, once it is there. */
function useRevealed(sessionId: SessionId, view: RefObject<HTMLElement | null>): void {
  const reveal = useReveal(sessionId);
  const order = useTranscriptOrder(sessionId);
  useEffect(() => {
    if (reveal === null) return;
    const { target } = reveal;
    if (target.type === 'prompt') {
      const prompt = view.current?.querySelector<HTMLElement>('[aria-label="Prompt"]');
      if (prompt == null) return;
      prompt.focus();
    } else {
      const handle = threadHandle(sessionId);
      if (handle === undefined || !order.includes(target.entryId)) return;
      handle.reveal(target.entryId);
    }
    settleReveal(reveal);
  }, [reveal, order, sessionId, view]);
}

function Composer({ sessionId }: { readonly sessionId: SessionId }) {
  const head = useSessionHead(sessionId);
  const [text, setText] = useState('');
  return (
    <>
      <textarea
        aria-label="Prompt"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button
        type="button"
        onClick={() => {
          call('sessions.command', {
            sessionId,
            command: { type: 'prompt.send', content: [{ type: 'text', text }] },
          }).catch(reportError);
          setText('');
        }}
      >
        Send
      </button>
      {head?.turn && (
        <button
          type="button"
          onClick={() =>
            call('sessions.command', { sessionId, command: { type: 'turn.cancel' } }).catch(
              reportError,
            )
          }
        >
          Stop
        </button>
      )}
    </>
  );
}
