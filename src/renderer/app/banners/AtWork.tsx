import { isAtWork } from '#shared/session/summary';
import { counted } from '#shared/text/counted';
import { useSessions } from '#window/state/session/sessionsStore';

/** How many sessions the app waits for before it ends. */
export function AtWork() {
  const sessions = useSessions();
  const atWork = [...(sessions?.values() ?? [])].filter(isAtWork);
  const waiting = atWork.filter(({ status }) => status === 'waiting').length;
  return (
    <>
      {counted(atWork.length, 'session is', 'sessions are')} at work
      {waiting > 0 && `, ${waiting} of them waiting for you`}.
    </>
  );
}
