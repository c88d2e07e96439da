import { useEffect, useState } from 'react';
import { isAtWork } from '#shared/session/summary';
import { counted } from '#shared/text/counted';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { useSessions } from '#window/state/session/sessionsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';

/** Says that the app quits by itself when the agents are done, and lets the user decide otherwise. */
export function QuittingBanner() {
  const isWaiting = useIsWaiting();
  const sessions = useSessions();
  if (!isWaiting) return null;
  const atWork = [...(sessions?.values() ?? [])].filter(isAtWork);
  const waiting = atWork.filter(({ status }) => status === 'waiting').length;
  const answer = (answer: 'cancel' | 'now') =>
    void call('app.answerQuit', { answer }).catch(reportError);
  return (
    <Banner
      shape="strip"
      actions={
        <>
          <Button size="small" onClick={() => answer('cancel')}>
            Keep running
          </Button>
          <Button size="small" onClick={() => answer('now')}>
            Quit now
          </Button>
        </>
      }
    >
      <strong>Airlock quits when all agents are done.</strong>{' '}
      {counted(atWork.length, 'session is', 'sessions are')} at work
      {waiting > 0 && `, ${waiting} of them waiting for you`}.
    </Banner>
  );
}

function useIsWaiting(): boolean {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    call('app.quitsWhenIdle', null).then((answer) => setWaiting(answer.isWaiting), reportError);
    return onEvent('app.quitsWhenIdleChanged', (news) => setWaiting(news.isWaiting));
  }, []);
  return isWaiting;
}
