import type { PermissionAsk } from '#main/agents/connection';
import { DialectTranslator } from '#main/agents/wires/acp/translate/dialectTranslator';
import { planFromWire } from '#main/agents/wires/acp/translate/plans';
import { isGiven } from '#main/agents/wires/acp/translate/tools';
import type { Heard } from '#main/agents/wires/heard';
import { identifier, isRecord, type JsonRecord, labelOf } from '#main/agents/wires/json';
import type { MessageRole, SessionEvent } from '#shared/session/events';
import { permissionFromWire } from './permissions';
import { toolFieldsFromWire } from './toolFields';

/** Turns the updates of one session into events: no effects, no clock, and it never throws. */
export class CrowTranslator extends DialectTranslator {
  /** Takes the `update` of a `session/update`. `permission` handles permission requests. */
  translate(update: unknown): readonly Heard[] {
    if (!isRecord(update)) {
      const message = 'update must be an object';
      return [{ type: 'invalid', method: 'session/update', message }];
    }
    const type = update['@type'];
    return this.known(type, update) ?? [this.keepUnknown(labelOf(type, 'update'), update)];
  }

  /** The permission request, or the reason why it cannot be shown to the user. */
  permission(update: JsonRecord): PermissionAsk | string {
    const ask = permissionFromWire(update);
    if (typeof ask === 'string' || ask.toolCallId === null) return ask;
    const { toolCallId, fields } = this.meet(ask.toolCallId, false, ask.tool, 'pending');
    return { ...ask, toolCallId, tool: fields };
  }

  /** Null for an update that is unknown or malformed. */
  private known(type: unknown, update: JsonRecord): readonly SessionEvent[] | null {
    switch (type) {
      case 'agent_message_text':
        return this.text('agent', update);
      case 'agent_thought_text':
        return this.text('thought', update);
      // The specification has no name for the user's messages in a replay; this one follows its
      // pattern.
      case 'user_message_text':
        return this.text('user', update);
      case 'tool_call_start':
        return this.toolCall(update, true);
      case 'tool_call_update':
        return this.toolCall(update, false);
      case 'plan_update': {
        this.messages.end();
        const plan = planFromWire(update, '');
        return plan && [plan];
      }
      default:
        return null;
    }
  }

  private text(role: MessageRole, { text }: JsonRecord): readonly SessionEvent[] | null {
    if (typeof text !== 'string') return null;
    return text === '' ? [] : [this.said(role, { type: 'text', text })];
  }

  private toolCall(update: JsonRecord, begins: boolean): readonly SessionEvent[] | null {
    const id = identifier(update.tool_call_id);
    if (id === null) return null;
    const heard = this.tool(id, begins, toolFieldsFromWire(update));
    // The update contains only an unknown status.
    return heard.length === 0 && isGiven(update.status) ? null : heard;
  }
}
