import type { PermissionAsk } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { MessageRole, SessionEvent, ToolFields } from '#shared/session/events';
import type { Heard } from '../../../heard';
import { identifier, isRecord, type JsonRecord } from '../../../json';
import { commandsFromWire } from '../../translate/commands';
import { invalidUpdate } from '../../translate/invalidUpdate';
import { SessionTranslator } from '../../translate/sessionTranslator';
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
export class DraftTranslator extends SessionTranslator {
  private readonly messages: Messages;
  private readonly contents = new ToolContents();

  constructor(
    ids: IdSource,
    session: AgentSessionId,
    subagent: AgentSessionId | null = null,
    private readonly terminals: DraftTerminals = new DraftTerminals(),
  ) {
    super(ids, session, subagent);
    this.messages = new Messages(ids);
  }

  forSubagent(parent: AgentSessionId, child: AgentSessionId): DraftTranslator {
    return new DraftTranslator(this.ids, parent, child, this.terminals);
  }

  open(answer: JsonRecord): readonly SessionEvent[] {
    const configOptions = optionsFromDraft(answer.configOptions);
    const commands = commandsFromWire(answer);
    return [...this.options.open({ configOptions }), ...(commands ? [commands] : [])];
  }

  translate(update: unknown): readonly Heard[] {
    if (!isRecord(update)) return [invalidUpdate('session/update', 'update must be an object')];
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
      case 'config_option_update': {
        const configOptions = optionsFromDraft(update.configOptions);
        return this.fact(update, this.options.configure(configOptions));
      }
      default:
        return this.common(update);
    }
  }

  /** The work in front is done: what was streamed and not told yet is told. */
  settle(): readonly SessionEvent[] {
    return this.contents
      .takeUntold()
      .map(([id, content]) => this.toolEvent(this.tools.idOf(id), { content }));
  }

  permission(params: JsonRecord): PermissionAsk | string {
    return this.aboutTool(draftPermissionFrom(params));
  }

  protected interrupt(): void {
    // Messages have ids here: whatever comes between, what follows goes on with its own.
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
    const { tool, isNew } = this.meet(id, false, fields);
    if (isNew && fields.status === undefined) fields.status = 'pending';
    const told = this.contents.moveOn(id, fields);
    return saysSomething(told) ? [this.toolEvent(tool.toolCallId, told)] : nothing;
  }

  private toolChunk(update: JsonRecord): readonly Heard[] {
    const id = identifier(update.toolCallId);
    if (id === null || !isRecord(update.content)) return this.unknown(update);
    const { tool, isNew } = this.meet(id, false, {});
    const content = this.contents.append(id, draftContentFrom(update.content));
    if (content === null) return nothing;
    const fields: ToolFields = isNew ? { content, status: 'pending' } : { content };
    return [this.toolEvent(tool.toolCallId, fields)];
  }
}
