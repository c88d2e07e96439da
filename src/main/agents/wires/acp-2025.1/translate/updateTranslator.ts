import type { ContentBlock, PlanItem } from '#shared/session/content';
import type { MessageRole, SessionEvent, ToolFields } from '#shared/session/events';
import { DialectTranslator } from '../../acp/translate/dialectTranslator';
import type { Heard } from '../../heard';
import { identifier, isRecord, type JsonRecord, labelOf, recordsOf } from '../../json';
import { contentFromWire } from './content';
import { callFromWire, outcomeFromWire } from './tools';

/** The dialect has one plan per session and no id for it. */
const THE_PLAN = 'plan';

/** Turns the updates of one session into events: no effects, no clock, never a throw. */
export class UpdateTranslator extends DialectTranslator {
  /** Takes the params of a `session/update`: `type` says what `data` is. */
  translate(params: unknown): readonly Heard[] {
    if (!isRecord(params) || typeof params.type !== 'string') {
      return [{ type: 'invalid', method: 'session/update', message: 'type must be a text' }];
    }
    const data = isRecord(params.data) ? params.data : null;
    const heard = data && this.known(params.type, data);
    return heard ?? [this.keepUnknown(labelOf(params.type, 'update'), params.data ?? params)];
  }

  /** Null for a kind that we do not know, or one whose data cannot be read. */
  private known(type: string, data: JsonRecord): readonly SessionEvent[] | null {
    switch (type) {
      case 'agent_message_chunk':
        return this.chunks('agent', data);
      case 'agent_thought_chunk':
        return this.chunks('thought', data);
      case 'tool_call':
        return this.toolCall(data, true, callFromWire(data));
      case 'tool_call_update':
        return this.toolCall(data, false, outcomeFromWire(data));
      case 'plan':
        return this.plan(data);
      default:
        return null;
    }
  }

  private chunks(role: MessageRole, data: JsonRecord): readonly SessionEvent[] | null {
    return blocksOf(data)?.map((content) => this.said(role, content)) ?? null;
  }

  private toolCall(
    data: JsonRecord,
    begins: boolean,
    fields: ToolFields,
  ): readonly SessionEvent[] | null {
    const id = toolId(data.id);
    return id === null ? null : this.tool(id, begins, fields);
  }

  private plan(data: JsonRecord): readonly SessionEvent[] | null {
    if (!Array.isArray(data.steps)) return null;
    const items: PlanItem[] = [];
    for (const { description, status } of recordsOf(data.steps)) {
      if (typeof description !== 'string') continue;
      items.push({ content: description, priority: 'medium', status: stepStatus(status) });
    }
    this.messages.end();
    return [{ type: 'plan.updated', planId: THE_PLAN, body: { type: 'items', items } }];
  }
}

/** Ids are texts in the page's examples; of plan steps they are numbers, so that both are taken. */
function toolId(id: unknown): string | null {
  return Number.isSafeInteger(id) ? String(id) : identifier(id);
}

function stepStatus(value: unknown): PlanItem['status'] {
  return value === 'in_progress' || value === 'completed' ? value : 'pending';
}

/** A chunk is a bare text, a content block, or holds blocks under `content`. Null: none of them. */
function blocksOf(data: JsonRecord): readonly ContentBlock[] | null {
  if (typeof data.text === 'string') {
    return data.text === '' ? [] : [{ type: 'text', text: data.text }];
  }
  const listed = Array.isArray(data.content) ? data.content : [data.content ?? data];
  const blocks = listed.map(contentFromWire);
  return blocks.every((block) => block !== null) ? blocks : null;
}
