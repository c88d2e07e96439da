import { useEffect, useState } from 'react';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { useUpdates } from '#window/state/updates';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { AtWork } from './AtWork';

/**
 * Says that the app quits by itself when the agents are done, and lets the user decide otherwise.
 */
export function QuittingBanner() {
  const isWaiting = useIsWaiting();
  const updates = useUpdates();
  // In that case the app restarts, which has its own banner.
  if (!isWaiting || updates.type === 'waiting') return null;
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
      <strong>Airlock quits when all agents are done.</strong> <AtWork />
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
