import type { PermissionAsk } from '#main/agents/connection';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { MessageRole, SessionEvent, ToolFields } from '#shared/session/events';
import type { Heard } from '../../heard';
import { identifier, isRecord, type JsonRecord, type Mutable } from '../../json';
import { MessageIds } from '../../messageIds';
import { contentFromWire } from './content';
import { invalidUpdate } from './invalidUpdate';
import { permissionFromWire } from './permissions';
import { planFromWire } from './plans';
import { SessionTranslator } from './sessionTranslator';
import { ShownTerminals } from './shownTerminals';
import { isGiven, readToolFields, saysSomething } from './tools';

const nothing: readonly Heard[] = [];

/** The prefix with which Gemini CLI reports a changed mode within its answer. */
const modeMarker = /^\[MODE_UPDATE\] (\S+)$/;

/** The prefix with which codex-acp reports a warning, before its answer and again in every turn. */
const warningMarker = /^Warning: ([^\n]+)\n\n$/;

/**
 * Turns the updates of one session into events: no effects, no clock, and it never throws. It keeps
 * only what version 1 does not send, such as the message that a chunk belongs to.
 */
export class UpdateTranslator extends SessionTranslator {
  private readonly messages: MessageIds;

  constructor(
    ids: IdSource,
    session: AgentSessionId,
    subagent: AgentSessionId | null = null,
    readonly terminals: ShownTerminals = new ShownTerminals(),
  ) {
    super(ids, session, subagent);
    this.messages = new MessageIds(ids);
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
      case 'config_option_update':
        return this.fact(update, this.options.configure(update.configOptions));
      case 'current_mode_update': {
        const modeId = identifier(update.currentModeId);
        return this.fact(update, modeId === null ? null : this.options.changeMode(modeId));
      }
      case 'current_model_update': {
        const modelId = identifier(update.currentModelId);
        return this.fact(update, modelId === null ? null : this.options.changeModel(modelId));
      }
      default:
        return this.common(update);
    }
  }

  /** Called when a prompt begins: ids from now on are new. */
  beginTurn(): void {
    this.messages.nextTurn();
    this.tools.nextTurn();
  }

  open(answer: JsonRecord): readonly SessionEvent[] {
    return this.options.open(answer);
  }

  forSubagent(parent: AgentSessionId, child: AgentSessionId): UpdateTranslator {
    return new UpdateTranslator(this.ids, parent, child, this.terminals);
  }

  permission(params: JsonRecord): PermissionAsk | string {
    return this.aboutTool(permissionFromWire(params));
  }

  protected interrupt(): void {
    this.messages.end();
  }

  private chunk(role: MessageRole, update: JsonRecord): readonly Heard[] {
    const content = contentFromWire(update.content);
    if (content === null) return this.unknown(update);
    if (content.type === 'text' && content.text === '') return nothing;
    const mode = content.type === 'text' ? modeMarker.exec(content.text)?.[1] : undefined;
    if (mode !== undefined && this.options.hasMode(mode)) {
      return this.fact(update, this.options.changeMode(mode));
    }
    const warning = content.type === 'text' ? warningMarker.exec(content.text)?.[1] : undefined;
    if (warning !== undefined && role === 'agent' && !this.messages.isOpen) {
      return this.warn(warning);
    }
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
    // Some agents end every call with an empty list: the shown content stays, unless the result is
    // elsewhere.
    const isEmpty = fields.content?.length === 0 && fields.output === undefined;
    if (isEmpty && tool.isOver && tool.hasContent) delete fields.content;
    if (isNew && fields.status === undefined) fields.status = 'pending';
    const around = this.terminals.hear(update, tool);
    // Show the terminal: some agents report output for a call without naming its terminal.
    if (around && fields.content === undefined && !tool.hasContent && around.shown.length > 0) {
      fields.content = around.shown;
      tool.hasContent = true;
    }
    // An unknown status is shown next to the call, which keeps its old status.
    const isStrange = fields.status === undefined && isGiven(update.status);
    const said = saysSomething(fields) ? [this.toolEvent(tool.toolCallId, fields)] : nothing;
    if (isStrange && said.length === 0 && around === null) return this.unknown(update);
    return around === null ? said : [...around.before, ...said, ...around.after];
  }
}
