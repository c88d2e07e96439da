import type { PlanItem } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { identifier, isRecord, type JsonRecord, makeRoom, recordsOf, textOr } from '../../json';
import { PLAN_TASKS } from '../limits';

interface Task {
  content: string;
  status: PlanItem['status'];
}

const planTools: ReadonlySet<string> = new Set([
  'TodoWrite',
  'TodoRead',
  'TaskCreate',
  'TaskUpdate',
  'TaskGet',
  'TaskList',
]);

/** Tools that only update the agent's to-do list: shown as the plan, not as tool calls. */
export function isPlanTool(name: string): boolean {
  return planTools.has(name);
}

/** The agent's to-do list: old versions write it as a whole, newer ones task by task. */
export class TaskPlan {
  private readonly tasks = new Map<string, Task>();

  constructor(private readonly planId: string) {}

  /** A list that is written as a whole is known before the tool has run. */
  begun(name: string, input: JsonRecord): readonly SessionEvent[] {
    if (name !== 'TodoWrite' || !Array.isArray(input.todos)) return [];
    const items = recordsOf(input.todos).flatMap(({ content, status }) =>
      typeof content === 'string' ? [item(content, status)] : [],
    );
    return [this.updated(items)];
  }

  /** Tasks exist once the tool has answered with their id. */
  done(name: string, input: JsonRecord, result: unknown): readonly SessionEvent[] {
    if (!isRecord(result)) return [];
    switch (name) {
      case 'TaskCreate':
        return this.created(isRecord(result.task) ? result.task : {}, input);
      case 'TaskUpdate':
        return result.success === false ? [] : this.changed(input);
      case 'TaskList':
        return this.listed(recordsOf(result.tasks));
      default:
        return [];
    }
  }

  private created(task: JsonRecord, input: JsonRecord): readonly SessionEvent[] {
    const id = identifier(task.id);
    const content = textOr(task.subject, textOr(input.subject, ''));
    if (id === null || content === '') return [];
    makeRoom(this.tasks, PLAN_TASKS);
    this.tasks.set(id, { content, status: 'pending' });
    return [this.updated()];
  }

  private changed(input: JsonRecord): readonly SessionEvent[] {
    const id = identifier(input.taskId);
    const task = id === null ? undefined : this.tasks.get(id);
    if (!task || id === null) return [];
    if (input.status === 'deleted') this.tasks.delete(id);
    else if (input.status !== undefined) task.status = statusOf(input.status);
    if (typeof input.subject === 'string') task.content = input.subject;
    return [this.updated()];
  }

  private listed(tasks: readonly JsonRecord[]): readonly SessionEvent[] {
    this.tasks.clear();
    for (const { id, subject, status } of tasks.slice(0, PLAN_TASKS)) {
      const key = identifier(id);
      if (key === null || typeof subject !== 'string') continue;
      this.tasks.set(key, { content: subject, status: statusOf(status) });
    }
    return [this.updated()];
  }

  private updated(items: readonly PlanItem[] = this.items()): SessionEvent {
    return { type: 'plan.updated', planId: this.planId, body: { type: 'items', items } };
  }

  private items(): readonly PlanItem[] {
    return [...this.tasks.values()].map(({ content, status }) => item(content, status));
  }
}

function item(content: string, status: unknown): PlanItem {
  return { content, priority: 'medium', status: statusOf(status) };
}

function statusOf(status: unknown): PlanItem['status'] {
  return status === 'in_progress' || status === 'completed' ? status : 'pending';
}
