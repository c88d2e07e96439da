import type { SessionHead } from './state';

export type SessionStatus = 'starting' | 'working' | 'waiting' | 'idle' | 'failed' | 'interrupted';

/** The one word that a list shows for a session. */
export function sessionStatus(head: SessionHead): SessionStatus {
  if (head.openRequests.length > 0) return 'waiting';
  if (head.connection.type === 'authentication' || head.continuity === 'differs') return 'waiting';
  if (head.connection.type === 'failed' || head.connection.type === 'exited') return 'failed';
  if (head.turn !== null) return 'working';
  if (head.connection.type === 'starting' || head.setup !== null) return 'starting';
  return head.lastTurnEnd === 'interrupted' ? 'interrupted' : 'idle';
}
