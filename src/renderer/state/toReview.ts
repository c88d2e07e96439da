import type { SessionId } from '#shared/ids';
import { panesStore } from './layout/panes';
import { goToSession } from './layout/reveal';
import { showReview } from './layout/reviewPanel';
import { sessionsToReview } from './session/sessionsToReview';

/** Shows a session with its changes. */
export function goToReview(id: SessionId): void {
  goToSession(id);
  showReview(id);
}

/** To the one after the session on screen that has something to review, and round again. */
export function goToNextReview(): void {
  const waiting = sessionsToReview();
  const { active } = panesStore.getState();
  const index = waiting.findIndex(({ id }) => id === active);
  const next = waiting[(index + 1) % waiting.length];
  if (next) goToReview(next.id);
}
