import { panesStore } from './layout/panes';
import { goToChanges } from './layout/reveal';
import { sessionsToReview } from './session/sessionsToReview';

/** To the one after the session on screen that has something to review, and round again. */
export function goToNextReview(): void {
  const waiting = sessionsToReview();
  const { active } = panesStore.getState();
  const index = waiting.findIndex(({ id }) => id === active);
  const next = waiting[(index + 1) % waiting.length];
  if (next) goToChanges(next.id);
}
