import type { PlanItem } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { identifier, type JsonRecord, makeRoom, recordsOf, textOr } from '../../json';
import { OPEN_ITEMS, PLAN_CHARACTERS } from '../limits';

interface WrittenPlan {
  text: string;
  toldLength: number;
}

/** The list of steps; a thread has one. */
export function stepsFrom(params: JsonRecord, scope: string): SessionEvent | null {
  if (!Array.isArray(params.plan)) return null;
  const items = recordsOf(params.plan).flatMap(({ step, status }): readonly PlanItem[] =>
    typeof step === 'string'
      ? [{ content: step, priority: 'medium', status: statusOf(status) }]
      : [],
  );
  return { type: 'plan.updated', planId: `${scope}plan`, body: { type: 'items', items } };
}

function statusOf(status: unknown): PlanItem['status'] {
  if (status === 'completed') return 'completed';
  return status === 'inProgress' || status === 'in_progress' ? 'in_progress' : 'pending';
}

/** Written plans that the user is asked to approve. */
export class PlanItems {
  private readonly open = new Map<string, WrittenPlan>();

  constructor(private readonly scope: string) {}

  piece(params: JsonRecord): readonly SessionEvent[] {
    const id = identifier(params.itemId);
    const delta = textOr(params.delta, '');
    if (id === null || delta === '') return [];
    const plan = this.open.get(id) ?? this.begin(id);
    // More text would be cut where it is kept.
    if (plan.text.length >= PLAN_CHARACTERS) return [];
    plan.text += delta;
    // Each event repeats the whole plan, so the next one waits until the plan has grown
    // considerably.
    if (plan.text.length < 1.25 * plan.toldLength + 200) return [];
    plan.toldLength = plan.text.length;
    return [this.updated(id, plan.text)];
  }

  whole(item: JsonRecord): readonly SessionEvent[] {
    const id = identifier(item.id);
    const text = textOr(item.text, '');
    if (id === null || text === '') return [];
    this.open.delete(id);
    return [this.updated(id, text)];
  }

  private begin(id: string): WrittenPlan {
    makeRoom(this.open, OPEN_ITEMS);
    const plan = { text: '', toldLength: 0 };
    this.open.set(id, plan);
    return plan;
  }

  private updated(id: string, text: string): SessionEvent {
    return { type: 'plan.updated', planId: `${this.scope}${id}`, body: { type: 'markdown', text } };
  }
}
