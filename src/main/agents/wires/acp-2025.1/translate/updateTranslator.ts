import type { IdSource } from '#shared/ids';
import type { ContentBlock, PlanItem } from '#shared/session/content';
import type { MessageRole, SessionEvent, ToolFields } from '#shared/session/events';
import { KnownTools, remember } from '../../acp/translate/knownTools';
import { saysSomething } from '../../acp/translate/tools';
import type { Heard } from '../../heard';
import { identifier, isRecord, type JsonRecord, labelOf, recordsOf } from '../../json';
import { MessageIds } from '../../messageIds';
import { unknownReceived } from '../../unknownReceived';
import { contentFromWire } from './content';
import { callFromWire, outcomeFromWire } from './tools';

/** The dialect has one plan per session and no id for it. */
const THE_PLAN = 'plan';

/** Turns the updates of one session into events: no effects, no clock, never a throw. */
export class UpdateTranslator {
  private readonly messages: MessageIds;
  private readonly tools = new KnownTools('');

  constructor(private readonly ids: IdSource) {
    this.messages = new MessageIds(ids);
  }

  /** Takes the params of a `session/update`: `type` says what `data` is. */
  translate(params: unknown): readonly Heard[] {
    if (!isRecord(params) || typeof params.type !== 'string') {
      return [{ type: 'invalid', method: 'session/update', message: 'type must be a text' }];
    }
    const data = isRecord(params.data) ? params.data : null;
    const heard = data && this.known(params.type, data);
    return heard ?? [this.keepUnknown(labelOf(params.type, 'update'), params.data ?? params)];
  }

  /** A prompt: what the agent names from now on is new. */
  beginTurn(): void {
    this.messages.nextTurn();
    this.tools.nextTurn();
  }

  /** Kept and shown as something that we do not understand. */
  keepUnknown(label: string, raw: unknown): SessionEvent {
    this.messages.end();
    return unknownReceived(this.ids, label, raw);
  }

  /** Null for a kind that we do not know, or one whose data cannot be read. */
  private known(type: string, data: JsonRecord): readonly SessionEvent[] | null {
    switch (type) {
      case 'agent_message_chunk':
        return this.chunks('agent', data);
      case 'agent_thought_chunk':
        return this.chunks('thought', data);
      case 'tool_call':
        return this.tool(data, true, callFromWire(data));
      case 'tool_call_update':
        return this.tool(data, false, outcomeFromWire(data));
      case 'plan':
        return this.plan(data);
      default:
        return null;
    }
  }

  private chunks(role: MessageRole, data: JsonRecord): readonly SessionEvent[] | null {
    const blocks = blocksOf(data);
    if (blocks === null) return null;
    return blocks.map((content) => ({
      type: 'message.appended',
      messageId: this.messages.of(role, undefined),
      role,
      content,
    }));
  }

  private tool(
    data: JsonRecord,
    begins: boolean,
    fields: ToolFields,
  ): readonly SessionEvent[] | null {
    const id = toolId(data.id);
    if (id === null) return null;
    const { tool, isNew } = this.tools.meet(id, begins);
    // What was said before a new call stands above it.
    if (isNew) this.messages.end();
    const told = isNew && fields.status === undefined ? started(fields) : fields;
    remember(tool, told);
    if (!saysSomething(told)) return [];
    return [{ type: 'tool.updated', toolCallId: tool.toolCallId, ...told }];
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

/** The dialect tells of a call when it is made. */
function started(fields: ToolFields): ToolFields {
  return { ...fields, status: 'in_progress' };
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
