import type { AgentSessionId } from '#shared/ids';
import type { EventOf, SessionEvent } from '#shared/session/events';
import { identifier, isRecord, type JsonRecord, type Mutable, textOr, textsOf } from '../../json';

/** The threads that an item says are at work for this one. */
export function subagentsFrom(item: JsonRecord): readonly SessionEvent[] {
  if (item.type === 'subAgentActivity') return activity(item);
  if (item.type !== 'collabAgentToolCall') return [];
  const states = isRecord(item.agentsStates) ? item.agentsStates : {};
  const isSpawn = item.tool === 'spawnAgent';
  return textsOf(item.receiverThreadIds).flatMap((thread) => {
    const id = identifier(thread);
    if (id === null) return [];
    const told = Object.hasOwn(states, id) ? states[id] : undefined;
    const event = updated(id);
    if (isRecord(told) && typeof told.status === 'string') event.state = told.status;
    const [line = ''] = textOr(item.prompt, '').split('\n', 1);
    if (isSpawn && line !== '') event.title = line;
    return [event];
  });
}

function activity({ agentThreadId, agentPath, kind }: JsonRecord): readonly SessionEvent[] {
  const id = identifier(agentThreadId);
  if (id === null) return [];
  const event = updated(id);
  if (kind === 'completed' || kind === 'interrupted') event.state = kind;
  else event.state = 'running';
  if (typeof agentPath === 'string' && agentPath !== '') event.title = agentPath;
  return [event];
}

function updated(id: string): Mutable<EventOf<'subagent.updated'>> {
  return { type: 'subagent.updated', subagent: id as string as AgentSessionId };
}
