import type { AgentSessionId, SessionId } from '#shared/ids';
import type { AgentReference, ContextUsage } from './agent';
import type { SessionEffort } from './effort';
import type { TurnEndReason } from './events';
import type { Isolation } from './isolation';
import { modelOf, modeOf } from './modelOf';
import { type SessionStatus, sessionStatus } from './select';
import type { SessionHead } from './state';

/** A session in a list; kept for all sessions, open or not. */
export interface SessionSummary {
  readonly id: SessionId;
  readonly title: string;
  readonly agent: AgentReference;
  readonly project: string;
  readonly cwd: string;
  readonly isolation: Isolation;
  /** The branch or tag that its copy began from; null: the user's files as they were. */
  readonly base: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archived: boolean;
  readonly turnCount: number;
  readonly lastTurnEnd: TurnEndReason | null;
  readonly status: SessionStatus;
  /** The agent's id for the conversation; null before it has one. */
  readonly agentSessionId: AgentSessionId | null;
  /** The agent can continue from a copy of the conversation. */
  readonly canFork: boolean;
  /** By the names that the agent shows; null if it does not say. */
  readonly model: string | null;
  readonly mode: string | null;
  readonly effort: SessionEffort;
  /** When the turn that runs began; null while none does. */
  readonly turnSince: number | null;
  readonly usage: ContextUsage | null;
}

export function summarise(head: SessionHead): SessionSummary {
  return {
    id: head.id,
    title: head.title,
    agent: head.agent,
    project: head.project,
    cwd: head.cwd,
    isolation: head.isolation,
    base: head.base,
    createdAt: head.createdAt,
    updatedAt: head.updatedAt,
    archived: head.archived,
    turnCount: head.turnCount,
    lastTurnEnd: head.lastTurnEnd,
    status: sessionStatus(head),
    agentSessionId: head.agentSessionId,
    canFork: head.details?.powers.fork === true && head.turnCount > 0,
    model: modelOf(head),
    mode: modeOf(head),
    effort: head.effort,
    turnSince: head.turn?.startedAt ?? null,
    usage: head.usage,
  };
}

/** Whether a turn is under way, including one that waits for the user. */
export function isInTurn({ status, lastTurnEnd, turnCount }: SessionSummary): boolean {
  return status === 'working' || (status === 'waiting' && turnCount > 0 && lastTurnEnd === null);
}

/** Whether quitting now would interrupt the session. */
export function isAtWork(session: SessionSummary): boolean {
  return isInTurn(session) || session.status === 'starting';
}

/**
 * The summary of a session that nobody has open: if its log ends in the middle of a turn, the turn
 * was interrupted.
 */
export function summariseAtRest(head: SessionHead): SessionSummary {
  const { connection, turn } = head;
  const hasFailed = connection.type === 'failed' || connection.type === 'exited';
  return summarise({
    ...head,
    connection: hasFailed ? connection : { type: 'detached' },
    setup: null,
    turn: null,
    lastTurnEnd: turn === null ? head.lastTurnEnd : 'interrupted',
    openRequests: [],
    heldWrites: [],
  });
}
