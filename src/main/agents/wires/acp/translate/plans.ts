import type { PlanBody, PlanItem } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { identifier, isRecord, type JsonRecord, recordsOf } from '../../json';

/** The id of the plan: version 1 has one plan per session without an id. */
const THE_PLAN = 'plan';

export function planFromWire(update: JsonRecord, scope: string): SessionEvent | null {
  const items = itemsFromWire(update.entries);
  if (items === null) return null;
  return { type: 'plan.updated', planId: `${scope}${THE_PLAN}`, body: { type: 'items', items } };
}

export function planUpdateFromWire(update: JsonRecord, scope: string): SessionEvent | null {
  const { plan } = update;
  if (!isRecord(plan)) return null;
  const planId = identifier(plan.planId);
  const body = bodyFromWire(plan);
  if (planId === null || body === null) return null;
  return { type: 'plan.updated', planId: `${scope}${planId}`, body };
}

export function planRemovedFromWire(update: JsonRecord, scope: string): SessionEvent | null {
  const planId = identifier(update.planId);
  return planId === null ? null : { type: 'plan.removed', planId: `${scope}${planId}` };
}

function bodyFromWire(plan: JsonRecord): PlanBody | null {
  switch (plan.type) {
    case 'items': {
      const items = itemsFromWire(plan.entries);
      return items && { type: 'items', items };
    }
    case 'markdown':
      return typeof plan.content === 'string' ? { type: 'markdown', text: plan.content } : null;
    case 'file':
      return typeof plan.uri === 'string' ? { type: 'file', uri: plan.uri } : null;
    default:
      return null;
  }
}

function itemsFromWire(entries: unknown): readonly PlanItem[] | null {
  if (!Array.isArray(entries)) return null;
  const items: PlanItem[] = [];
  for (const { content, priority, status } of recordsOf(entries)) {
    if (typeof content !== 'string') continue;
    items.push({ content, priority: priorityOf(priority), status: statusOf(status) });
  }
  return items;
}

function priorityOf(value: unknown): PlanItem['priority'] {
  return value === 'high' || value === 'low' ? value : 'medium';
}

function statusOf(value: unknown): PlanItem['status'] {
  return value === 'in_progress' || value === 'completed' ? value : 'pending';
}
