import type { PermissionAsk } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { ToolContent } from '#shared/session/content';
import type { MessageRole, SessionEvent, ToolFields } from '#shared/session/events';
import type { Heard } from '../../../heard';
import type { Mutable } from '../../../json';
import { identifier, isRecord, type JsonRecord, jsonText, textOr } from '../../../json';
import { commandsFromWire } from '../../translate/commands';
import { unknownContent } from '../../translate/content';
import { invalidUpdate } from '../../translate/invalidUpdate';
import { permissionOptions, withoutEmptyParts } from '../../translate/permissions';
import { SessionTranslator } from '../../translate/sessionTranslator';
import { readToolFields, saysSomething, toolContentFromWire } from '../../translate/tools';
import { diffFromWire } from './diffs';
import { optionsFromDraft } from './draftOptions';
import { Messages, type Said } from './messages';
import { DraftTerminals } from './terminals';
import { ToolContents } from './toolContents';

const nothing: readonly Heard[] = [];

/**
 * Turns the version 2 updates of one session into events: no effects, no clock, and it never
 * throws. The session handles the agent's state (`state_update`).
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

  /** Called when the foreground work is done: sends streamed content that was not sent yet. */
  settle(): readonly SessionEvent[] {
    return this.contents
      .takeUntold()
      .map(([id, content]) => this.toolEvent(this.tools.idOf(id), { content }));
  }

  permission(params: JsonRecord): PermissionAsk | string {
    return this.aboutTool(draftPermissionFrom(params));
  }

  protected interrupt(): void {
    // Messages have ids here: later text continues its own message, whatever came between.
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

/** The question, or the reason why it cannot be shown. */
function draftPermissionFrom(params: JsonRecord): PermissionAsk | string {
  const options = permissionOptions(params.options);
  if (typeof options === 'string') return options;
  const about = subjectFrom(params.subject);
  const title = textOr(params.title, '') || about.tool.title || 'The agent asks for permission';
  const description = textOr(params.description, '').trim();
  return { ...about, title, ...(description === '' ? {} : { description }), options };
}

function subjectFrom(subject: unknown): Pick<PermissionAsk, 'toolCallId' | 'tool'> {
  if (!isRecord(subject)) return { toolCallId: null, tool: {} };
  if (subject.type === 'tool_call' && isRecord(subject.toolCall)) {
    const { toolCall } = subject;
    const tool = withoutEmptyParts(toolFieldsFrom(toolCall));
    return { toolCallId: identifier(toolCall.toolCallId), tool };
  }
  if (subject.type === 'command' && typeof subject.command === 'string') {
    const { command, cwd } = subject;
    const input = jsonText({ command, ...(typeof cwd === 'string' ? { cwd } : {}) });
    return {
      toolCallId: identifier(subject.toolCallId),
      tool: { title: command, kind: 'execute', input },
    };
  }
  return { toolCallId: null, tool: { input: jsonText(subject) } };
}

/** The fields of a tool call in the draft: null clears a value, a missing field keeps it. */
function toolFieldsFrom(update: JsonRecord): Mutable<ToolFields> {
  const fields: Mutable<ToolFields> = {};
  readToolFields(fields, update);
  // A paused call continues later.
  if (update.status === 'paused') fields.status = 'in_progress';
  if (Array.isArray(update.content)) fields.content = update.content.map(draftContentFrom);
  if (update.title === null) fields.title = '';
  if (update.name === null) fields.name = null;
  if (update.kind === null) fields.kind = 'other';
  if (update.status === null) fields.status = 'pending';
  if (update.content === null) fields.content = null;
  if (update.locations === null) fields.locations = null;
  if (update.rawInput === null) fields.input = null;
  if (update.rawOutput === null) fields.output = null;
  return fields;
}

function draftContentFrom(value: unknown): ToolContent {
  if (!isRecord(value) || value.type !== 'diff') return toolContentFromWire(value);
  return diffFromWire(value) ?? unknownContent('diff', value);
}
