import type { AgentId, SessionId } from '#shared/ids';
import { NO_EFFORT } from '#shared/session/effort';
import type { SessionSummary } from '#shared/session/summary';

/** A session with one finished turn, changed as a test needs. */
export function sessionSummary(change: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id: 'ses_testtest' as SessionId,
    title: 'Fix it',
    agent: { id: 'demo' as AgentId, name: 'Demo' },
    project: '/work',
    cwd: '/work',
    isolation: 'isolated',
    base: null,
    createdAt: 0,
    updatedAt: 0,
    archived: false,
    turnCount: 1,
    lastTurnEnd: 'end_turn',
    status: 'idle',
    agentSessionId: null,
    canFork: false,
    model: null,
    mode: null,
    effort: NO_EFFORT,
    turnSince: null,
    usage: null,
    ...change,
  };
}
