import type { PermissionAsk } from '#main/agents/connection';
import type { AgentSessionId, IdSource, ToolCallId } from '#shared/ids';
import type { ToolContent } from '#shared/session/content';
import type { MessageRole, SessionEvent, ToolFields } from '#shared/session/events';
import type { Heard } from '../../../heard';
import { identifier, isRecord, type JsonRecord, jsonText, labelOf } from '../../../json';
import { commandsFromWire } from '../../translate/commands';
import { compactionChunkFromWire, compactionFromWire } from '../../translate/compactions';
import { invalidUpdate } from '../../translate/invalidUpdate';
import { type KnownTool, KnownTools, remember } from '../../translate/knownTools';
import { planRemovedFromWire, planUpdateFromWire } from '../../translate/plans';
import { SessionMessages } from '../../translate/sessionMessages';
import { SessionOptions } from '../../translate/sessionOptions';
import {
  noticeFromWire,
  subagentFromWire,
  titleFromWire,
  usageFromWire,
} from '../../translate/smallUpdates';
import { saysSomething } from '../../translate/tools';
import { optionsFromDraft } from './draftOptions';
import { Messages, type Said } from './messages';
import { draftPermissionFrom } from './permissions';
import { DraftTerminals } from './terminals';
import { ToolContents } from './toolContents';
import { draftContentFrom, toolFieldsFrom } from './tools';

const nothing: readonly Heard[] = [];

/**
 * Turns the updates of one session, as version 2 has them, into events: no effects, no clock, never
 * a throw. What the agent is doing (`state_update`) is its session's business.
 */
export class DraftTranslator {
  readonly options = new SessionOptions();
  private readonly messages: Messages;
  private readonly tools: KnownTools;
  private readonly contents = new ToolContents();
  private readonly sessionMessages: SessionMessages;
  /** Keeps the ids of a subagent apart from those of the session that it works for. */
  private readonly scope: string;

  constructor(
    private readonly ids: IdSource,
    session: AgentSessionId,
    private readonly subagent: AgentSessionId | null = null,
    private readonly terminals: DraftTerminals = new DraftTerminals(),
  ) {
    this.scope = subagent === null ? '' : `${subagent}/`;
    this.messages = new Messages(ids);
    this.tools = new KnownTools(this.scope);
    this.sessionMessages = new SessionMessages(ids, subagent ?? session);
  }

  /** One for a session that this one started. */
  forSubagent(parent: AgentSessionId, child: AgentSessionId): DraftTranslator {
    return new DraftTranslator(this.ids, parent, child, this.terminals);
  }

  /** Takes in the answer that opened the session. */
  open(answer: JsonRecord): readonly SessionEvent[] {
    const configOptions = optionsFromDraft(answer.configOptions);
    const commands = commandsFromWire(answer);
    return [...this.options.open({ configOptions }), ...(commands ? [commands] : [])];
  }

  translate(update: JsonRecord): readonly Heard[] {
    switch (update.sessionUpdate) {
      case 'user_message_chunk':
        return this.chunk('user', update);
      case 'agent_message_chunk':
        return this.chunk('agent', update);
      case 'agent_thought_chunk':
        return this.chunk('thought', update);
      case 'user_message':
        return this.message('user', update);
      case 'agent_message':
        return this.message('agent', update);
      case 'agent_thought':
        return this.message('thought', update);
      case 'tool_call_update':
        return this.tool(update);
      case 'tool_call_content_chunk':
        return this.toolChunk(update);
      case 'terminal_update':
        return this.terminals.update(update) ?? this.unknown(update);
      case 'terminal_output_chunk':
        return this.terminals.chunk(update) ?? this.unknown(update);
      case 'session_message':
        return this.sessionMessages.upsert(update) ?? this.unknown(update);
      case 'session_message_chunk':
        return this.sessionMessages.chunk(update) ?? this.unknown(update);
      default:
        return this.entryOf(update);
    }
  }

  /** The work in front is done: what was streamed and not told yet is told. */
  settle(): readonly SessionEvent[] {
    return this.contents
      .takeUntold()
      .map(([id, content]) => this.toolEvent(this.tools.idOf(id), { content }));
  }

  /** Kept and shown as something that we do not understand. */
  keepUnknown(label: string, raw: unknown): SessionEvent {
    const noteId = this.ids.mint('note');
    const name = labelOf(label, 'update');
    return { type: 'unknown.received', noteId, label: name, raw: jsonText(raw) };
  }

  toolCallId(id: string): ToolCallId {
    return this.tools.idOf(id);
  }

  /** What is asked, or why it cannot be put to anyone. */
  permission(params: JsonRecord): PermissionAsk | string {
    const ask = draftPermissionFrom(params);
    if (typeof ask === 'string' || ask.toolCallId === null) return ask;
    const { tool, isNew } = this.meet(ask.toolCallId, ask.tool);
    const isUntold = isNew && ask.tool.status === undefined;
    return {
      ...ask,
      toolCallId: tool.toolCallId,
      tool: isUntold ? { ...ask.tool, status: 'pending' } : ask.tool,
    };
  }

  private chunk(role: MessageRole, update: JsonRecord): readonly Heard[] {
    return this.said(role, this.messages.chunk(role, update.messageId, update.content), update);
  }

  private message(role: MessageRole, update: JsonRecord): readonly Heard[] {
    return this.said(role, this.messages.upsert(role, update.messageId, update.content), update);
  }

  private said(
    role: MessageRole,
    said: readonly Said[] | null,
    update: JsonRecord,
  ): readonly Heard[] {
    if (said === null) return this.unknown(update);
    const by = this.subagent === null ? {} : { subagent: this.subagent };
    return said.map((piece) => ({ type: 'message.appended' as const, role, ...piece, ...by }));
  }

  private tool(update: JsonRecord): readonly Heard[] {
    const id = identifier(update.toolCallId);
    if (id === null) return this.unknown(update);
    const fields = toolFieldsFrom(update);
    const { tool, isNew } = this.meet(id, fields);
    if (isNew && fields.status === undefined) fields.status = 'pending';
    const told = this.contents.moveOn(id, fields);
    return saysSomething(told) ? [this.toolEvent(tool.toolCallId, told)] : nothing;
  }

  private toolChunk(update: JsonRecord): readonly Heard[] {
    const id = identifier(update.toolCallId);
    if (id === null || !isRecord(update.content)) return this.unknown(update);
    const item: ToolContent = draftContentFrom(update.content);
    const { tool, isNew } = this.meet(id, {});
    const content = this.contents.append(id, item);
    if (content === null) return nothing;
    const fields: ToolFields = isNew ? { content, status: 'pending' } : { content };
    return [this.toolEvent(tool.toolCallId, fields)];
  }

  private toolEvent(toolCallId: ToolCallId, fields: ToolFields): SessionEvent {
    const event = { type: 'tool.updated' as const, toolCallId, ...fields };
    return this.subagent === null ? event : { ...event, subagent: this.subagent };
  }

  private meet(
    id: string,
    fields: ToolFields,
  ): { readonly tool: KnownTool; readonly isNew: boolean } {
    const met = this.tools.meet(id, false);
    remember(met.tool, fields);
    return met;
  }

  /** Something with a place of its own in the transcript, or a fact of the session as a whole. */
  private entryOf(update: JsonRecord): readonly Heard[] {
    const entry = this.placed(update);
    if (entry !== undefined) return entry === null ? this.unknown(update) : [entry];
    const fact = this.factOf(update);
    if (fact === undefined) return this.unknown(update);
    if (fact === null) {
      return [invalidUpdate(String(update.sessionUpdate), 'it could not be read')];
    }
    return this.subagent === null ? fact : nothing;
  }

  private placed(update: JsonRecord): SessionEvent | null | undefined {
    switch (update.sessionUpdate) {
      case 'plan_update':
        return planUpdateFromWire(update, this.scope);
      case 'plan_removed':
        return planRemovedFromWire(update, this.scope);
      case 'notice':
        return noticeFromWire(update, this.ids);
      case 'compaction_update':
        return compactionFromWire(update, this.scope);
      case 'compaction_summary_chunk':
        return compactionChunkFromWire(update, this.scope);
      case 'subagent_update':
        return subagentFromWire(update);
      default:
        return undefined;
    }
  }

  /** Undefined for a kind that we do not know, null for one that is malformed. */
  private factOf(update: JsonRecord): readonly SessionEvent[] | null | undefined {
    switch (update.sessionUpdate) {
      case 'usage_update':
        return listOf(usageFromWire(update));
      case 'available_commands_update':
        return listOf(commandsFromWire(update));
      case 'config_option_update':
        return listOf(this.options.configure(optionsFromDraft(update.configOptions)));
      case 'session_info_update':
        return titleFromWire(update);
      default:
        return undefined;
    }
  }

  private unknown(update: JsonRecord): readonly Heard[] {
    return [this.keepUnknown(labelOf(update.sessionUpdate, 'update'), update)];
  }
}

function listOf(event: SessionEvent | null): readonly SessionEvent[] | null {
  return event && [event];
}
