import { sessionsStore } from '#window/state/session/sessionsStore';
import { waitingSessions } from '#window/state/waiting';

/** Says in the window's title how many sessions wait: task bars show it where badges do not exist. */
export function followTitle(): void {
  sessionsStore.subscribe(({ sessions }) => {
    const count = waitingSessions(sessions?.values()).length;
    document.title = count === 0 ? 'Airlock' : `(${count}) Airlock`;
  });
}
