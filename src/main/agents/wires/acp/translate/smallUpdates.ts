import type { AgentSessionId, IdSource } from '#shared/ids';
import type { EventOf, SessionEvent } from '#shared/session/events';
import { identifier, isRecord, type JsonRecord, type Mutable } from '../../json';

export function usageFromWire({ used, size, cost }: JsonRecord): SessionEvent | null {
  if (!isAmount(used) || !isAmount(size)) return null;
  if (isRecord(cost) && isAmount(cost.amount) && typeof cost.currency === 'string') {
    const { amount, currency } = cost;
    return { type: 'usage.updated', usage: { used, size, cost: { amount, currency } } };
  }
  return { type: 'usage.updated', usage: { used, size } };
}

/** A severity is only a hint, so any text is accepted. */
export function noticeFromWire(update: JsonRecord, ids: IdSource): EventOf<'notice.posted'> | null {
  const { severity, title, description } = update;
  if (typeof title !== 'string' || title === '') return null;
  const event: Mutable<EventOf<'notice.posted'>> = {
    type: 'notice.posted',
    noteId: ids.mint('note'),
    severity: severity === 'warning' || severity === 'error' ? severity : 'info',
    title,
  };
  if (typeof description === 'string' && description !== '') event.description = description;
  return event;
}

/** Most of these updates carry no title at all, but only an agent's own `_meta`. */
export function titleFromWire({ title }: JsonRecord): readonly SessionEvent[] | null {
  if (title === undefined || title === null || title === '') return [];
  return typeof title === 'string' ? [{ type: 'session.titled', title, by: 'agent' }] : null;
}

export function subagentFromWire(update: JsonRecord): EventOf<'subagent.updated'> | null {
  const id = identifier(update.sessionId);
  if (id === null) return null;
  const event: Mutable<EventOf<'subagent.updated'>> = {
    type: 'subagent.updated',
    subagent: id as string as AgentSessionId,
  };
  const { title, description, state } = update;
  if (title === null || typeof title === 'string') event.title = title;
  if (description === null || typeof description === 'string') event.description = description;
  if (state === null) event.state = null;
  else if (isRecord(state) && typeof state.state === 'string') event.state = state.state;
  return event;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
