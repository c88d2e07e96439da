import type { PermissionAsk } from '#main/agents/connection';
import type { IdSource, ToolCallId } from '#shared/ids';
import type { MessageRole, SessionEvent, ToolFields } from '#shared/session/events';
import { KnownTools, remember } from '../../acp/translate/knownTools';
import { planFromWire } from '../../acp/translate/plans';
import { saysSomething } from '../../acp/translate/tools';
import type { Heard } from '../../heard';
import { identifier, isRecord, type JsonRecord, labelOf } from '../../json';
import { MessageIds } from '../../messageIds';
import { unknownReceived } from '../../unknownReceived';
import { permissionFromWire } from './permissions';
import { toolFieldsFromWire } from './toolFields';

/** Turns the updates of one session into events: no effects, no clock, never a throw. */
export class UpdateTranslator {
  private readonly messages: MessageIds;
  private readonly tools = new KnownTools('');

  constructor(private readonly ids: IdSource) {
    this.messages = new MessageIds(ids);
  }

  /** Takes the `update` of a `session/update`. Questions are not among what it knows. */
  translate(update: unknown): readonly Heard[] {
    if (!isRecord(update)) {
      const message = 'update must be an object';
      return [{ type: 'invalid', method: 'session/update', message }];
    }
    const type = update['@type'];
    return this.known(type, update) ?? [this.keepUnknown(labelOf(type, 'update'), update)];
  }

  /** What is asked, or why it cannot be put to anyone. */
  permission(update: JsonRecord): PermissionAsk | string {
    const ask = permissionFromWire(update);
    if (typeof ask === 'string' || ask.toolCallId === null) return ask;
    const { tool, fields } = this.meet(ask.toolCallId, false, ask.tool, 'pending');
    return { ...ask, toolCallId: tool, tool: fields };
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

  /** Null for a kind that we do not know, or one that cannot be read. */
  private known(type: unknown, update: JsonRecord): readonly SessionEvent[] | null {
    switch (type) {
      case 'agent_message_text':
        return this.text('agent', update);
      case 'agent_thought_text':
        return this.text('thought', update);
      // A replay has to say what the user said; the page gives no name for it but this pattern.
      case 'user_message_text':
        return this.text('user', update);
      case 'tool_call_start':
        return this.tool(update, true);
      case 'tool_call_update':
        return this.tool(update, false);
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
    if (text === '') return [];
    const messageId = this.messages.of(role, undefined);
    return [{ type: 'message.appended', messageId, role, content: { type: 'text', text } }];
  }

  private tool(update: JsonRecord, begins: boolean): readonly SessionEvent[] | null {
    const id = identifier(update.tool_call_id);
    if (id === null) return null;
    const { tool, fields } = this.meet(id, begins, toolFieldsFromWire(update), 'in_progress');
    return saysSomething(fields) ? [{ type: 'tool.updated', toolCallId: tool, ...fields }] : [];
  }

  /** What was said before a new call stands above it. */
  private meet(
    id: string,
    begins: boolean,
    given: ToolFields,
    atFirst: 'pending' | 'in_progress',
  ): { readonly tool: ToolCallId; readonly fields: ToolFields } {
    const { tool, isNew } = this.tools.meet(id, begins);
    if (isNew) this.messages.end();
    const isUntold = isNew && given.status === undefined;
    const fields = isUntold ? { ...given, status: atFirst } : given;
    remember(tool, fields);
    return { tool: tool.toolCallId, fields };
  }
}
