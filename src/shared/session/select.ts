import { visiblePath } from '#shared/text/visiblePath';
import type { HeldWrite, SessionHead } from './state';

export type SessionStatus = 'starting' | 'working' | 'waiting' | 'idle' | 'failed' | 'interrupted';

/** The one word that a list shows for a session. */
export function sessionStatus(head: SessionHead): SessionStatus {
  if (waitsForUser(head)) return 'waiting';
  if (head.connection.type === 'failed' || head.connection.type === 'exited') return 'failed';
  if (head.turn !== null) return 'working';
  if (head.connection.type === 'starting' || head.setup !== null) return 'starting';
  const { lastTurnEnd } = head;
  return lastTurnEnd === 'interrupted' || lastTurnEnd === 'failed' ? lastTurnEnd : 'idle';
}

/** The agent cannot continue without the user, for whatever reason. */
export function waitsForUser(head: SessionHead): boolean {
  return (
    head.openRequests.length > 0 ||
    head.heldWrites.length > 0 ||
    head.connection.type === 'authentication' ||
    head.continuity === 'differs'
  );
}

/** Says what an agent that wants to write files is waiting for. */
export function heldWriteWords({ path }: HeldWrite, more: number): string {
  const others = more === 0 ? '' : ` and ${more} more`;
  return `Waiting for your review of ${visiblePath(path)}${others}`;
}
