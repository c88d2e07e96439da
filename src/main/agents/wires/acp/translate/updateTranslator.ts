import type { PermissionAsk } from '#main/agents/connection';
import type { AgentSessionId, IdSource, ToolCallId } from '#shared/ids';
import type { MessageRole, SessionEvent, ToolFields } from '#shared/session/events';
import type { Heard } from '../../heard';
import { identifier, isRecord, type JsonRecord, jsonText, labelOf, type Mutable } from '../../json';
import { MessageIds } from '../../messageIds';
import { AgentTerminals } from './agentTerminals';
import { commandsFromWire } from './commands';
import { compactionChunkFromWire, compactionFromWire } from './compactions';
import { contentFromWire } from './content';
import { invalidUpdate } from './invalidUpdate';
import { type KnownTool, KnownTools, remember } from './knownTools';
import { permissionFromWire } from './permissions';
import { planFromWire, planRemovedFromWire, planUpdateFromWire } from './plans';
import { SessionMessages } from './sessionMessages';
import { SessionOptions } from './sessionOptions';
import { noticeFromWire, subagentFromWire, titleFromWire, usageFromWire } from './smallUpdates';
import { readToolFields, saysSomething } from './tools';

const nothing: readonly Heard[] = [];

/**
 * Turns the updates of one session into events: no effects, no clock, never a throw. It keeps only
 * what version 1 leaves unsaid, such as which message a chunk belongs to.
 */
export class UpdateTranslator {
  readonly options = new SessionOptions();
  private readonly messages: MessageIds;
  private readonly tools: KnownTools;
  private readonly sessionMessages: SessionMessages;
  /** Keeps the ids of a subagent apart from those of the session that it works for. */
  private readonly scope: string;

  constructor(
    private readonly ids: IdSource,
    session: AgentSessionId,
    private readonly subagent: AgentSessionId | null = null,
    readonly terminals: AgentTerminals = new AgentTerminals(),
  ) {
    this.scope = subagent === null ? '' : `${subagent}/`;
    this.messages = new MessageIds(ids);
    this.tools = new KnownTools(this.scope);
    this.sessionMessages = new SessionMessages(ids, subagent ?? session);
  }

  translate(update: unknown): readonly Heard[] {
    if (!isRecord(update)) return [invalidUpdate('session/update', 'update must be an object')];
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        return this.chunk('agent', update);
      case 'agent_thought_chunk':
        return this.chunk('thought', update);
      case 'user_message_chunk':
        return this.chunk('user', update);
      case 'tool_call':
      case 'tool_call_update':
        return this.tool(update);
      case 'plan':
        return this.entry(update, planFromWire(update, this.scope));
      case 'plan_update':
        return this.entry(update, planUpdateFromWire(update, this.scope));
      case 'plan_removed':
        return this.entry(update, planRemovedFromWire(update, this.scope));
      case 'notice':
        return this.entry(update, noticeFromWire(update, this.ids));
      case 'compaction_update':
        return this.entry(update, compactionFromWire(update, this.scope));
      case 'compaction_summary_chunk':
        return this.entry(update, compactionChunkFromWire(update, this.scope));
      case 'subagent_update':
        return this.entry(update, subagentFromWire(update));
      case 'session_message':
        return this.sessionMessages.upsert(update) ?? this.unknown(update);
      case 'session_message_chunk':
        return this.sessionMessages.chunk(update) ?? this.unknown(update);
      default:
        return this.ofTheWhole(update);
    }
  }

  /** Kept and shown as something that we do not understand. */
  keepUnknown(label: string, raw: unknown): SessionEvent {
    this.messages.end();
    const noteId = this.ids.mint('note');
    return {
      type: 'unknown.received',
      noteId,
      label: labelOf(label, 'update'),
      raw: jsonText(raw),
    };
  }

  /** A prompt: what the agent names from now on is new. */
  beginTurn(): void {
    this.messages.nextTurn();
    this.tools.nextTurn();
  }

  /** The user speaks while a turn runs. */
  interject(): void {
    this.messages.end();
  }

  toolCallId(id: string): ToolCallId {
    return this.tools.idOf(id);
  }

  /** What is asked, or why it cannot be put to anyone. */
  permission(params: JsonRecord): PermissionAsk | string {
    const ask = permissionFromWire(params);
    if (typeof ask === 'string' || ask.toolCallId === null) return ask;
    const { tool, isNew } = this.meet(ask.toolCallId, false, ask.tool);
    const isUntold = isNew && ask.tool.status === undefined;
    return {
      ...ask,
      toolCallId: tool.toolCallId,
      tool: isUntold ? { ...ask.tool, status: 'pending' } : ask.tool,
    };
  }

  private chunk(role: MessageRole, update: JsonRecord): readonly Heard[] {
    const content = contentFromWire(update.content);
    if (content === null) return this.unknown(update);
    if (content.type === 'text' && content.text === '') return nothing;
    const messageId = this.messages.of(role, update.messageId);
    const event: SessionEvent = { type: 'message.appended', messageId, role, content };
    return this.subagent === null ? [event] : [{ ...event, subagent: this.subagent }];
  }

  private tool(update: JsonRecord): readonly Heard[] {
    const id = identifier(update.toolCallId);
    if (id === null) return this.unknown(update);
    const fields: Mutable<ToolFields> = {};
    readToolFields(fields, update);
    const { tool, isNew } = this.meet(id, update.sessionUpdate === 'tool_call', fields);
    if (isNew && fields.status === undefined) fields.status = 'pending';
    const around = this.terminals.hear(update, tool);
    if (around === null) return saysSomething(fields) ? [this.toolEvent(tool, fields)] : nothing;
    // Some print for a call without saying where, and nobody would see it.
    if (fields.content === undefined && !tool.hasContent && around.shown.length > 0) {
      fields.content = around.shown;
      tool.hasContent = true;
    }
    const said = saysSomething(fields) ? [this.toolEvent(tool, fields)] : nothing;
    return [...around.before, ...said, ...around.after];
  }

  private toolEvent({ toolCallId }: KnownTool, fields: ToolFields): SessionEvent {
    const event = { type: 'tool.updated' as const, toolCallId, ...fields };
    return this.subagent === null ? event : { ...event, subagent: this.subagent };
  }

  /** What was said before a new call stands above it. */
  private meet(id: string, begins: boolean, fields: ToolFields): ReturnType<KnownTools['meet']> {
    const met = this.tools.meet(id, begins);
    if (met.isNew) this.messages.end();
    remember(met.tool, fields);
    return met;
  }

  /** Facts of the session as a whole, which a subagent's are not. */
  private ofTheWhole(update: JsonRecord): readonly Heard[] {
    const kind = update.sessionUpdate;
    const fact = this.factOf(update);
    if (fact === undefined) return this.unknown(update);
    if (fact === null) return [invalidUpdate(String(kind), 'it could not be read')];
    return this.subagent === null ? fact : nothing;
  }

  /** Undefined for a kind that we do not know, null for one that is malformed. */
  private factOf(update: JsonRecord): readonly SessionEvent[] | null | undefined {
    switch (update.sessionUpdate) {
      case 'usage_update':
        return listOf(usageFromWire(update));
      case 'available_commands_update':
        return listOf(commandsFromWire(update));
      case 'config_option_update':
        return listOf(this.options.configure(update.configOptions));
      case 'session_info_update':
        return titleFromWire(update);
      case 'current_mode_update': {
        const modeId = identifier(update.currentModeId);
        return modeId === null ? null : [this.options.changeMode(modeId)];
      }
      case 'current_model_update': {
        const modelId = identifier(update.currentModelId);
        return modelId === null ? null : [this.options.changeModel(modelId)];
      }
      default:
        return undefined;
    }
  }

  /** Something with a place of its own in the transcript. */
  private entry(update: JsonRecord, event: SessionEvent | null): readonly Heard[] {
    if (event === null) return this.unknown(update);
    this.messages.end();
    return [event];
  }

  private unknown(update: JsonRecord): readonly Heard[] {
    return [this.keepUnknown(labelOf(update.sessionUpdate, 'update'), update)];
  }
}

function listOf(event: SessionEvent | null): readonly SessionEvent[] | null {
  return event && [event];
}
