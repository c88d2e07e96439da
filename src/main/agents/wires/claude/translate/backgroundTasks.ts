import type { AgentSessionId } from '#shared/ids';
import type { EventOf, SessionEvent } from '#shared/session/events';
import { identifier, isRecord, type JsonRecord, type Mutable, makeRoom } from '../../json';
import { BACKGROUND_TASKS } from '../limits';

/**
 * Running subagents. A subagent's messages name the tool call that started it, which therefore
 * serves as its id; some reports name only the task. Background commands are not subagents.
 */
export class BackgroundTasks {
  private readonly subagents = new Map<string, AgentSessionId>();

  started(message: JsonRecord): readonly SessionEvent[] {
    const task = identifier(message.task_id);
    const call = identifier(message.tool_use_id) ?? task;
    const isSubagent =
      typeof message.subagent_type === 'string' || message.task_type === 'local_agent';
    if (task === null || call === null || !isSubagent) return [];
    makeRoom(this.subagents, BACKGROUND_TASKS);
    const subagent = call as string as AgentSessionId;
    this.subagents.set(task, subagent);
    const event: Mutable<EventOf<'subagent.updated'>> = {
      type: 'subagent.updated',
      subagent,
      state: 'running',
    };
    if (typeof message.description === 'string') event.title = message.description;
    if (typeof message.subagent_type === 'string') event.description = message.subagent_type;
    return [event];
  }

  updated(message: JsonRecord): readonly SessionEvent[] {
    return this.state(message, isRecord(message.patch) ? message.patch.status : undefined);
  }

  ended(message: JsonRecord): readonly SessionEvent[] {
    return this.state(message, message.status);
  }

  private state({ task_id: task }: JsonRecord, state: unknown): readonly SessionEvent[] {
    const subagent = typeof task === 'string' ? this.subagents.get(task) : undefined;
    if (!subagent || typeof state !== 'string') return [];
    return [{ type: 'subagent.updated', subagent, state }];
  }
}
