import type { IdSource, ToolCallId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { MessageRole, SessionEvent, ToolFields } from '#shared/session/events';
import { MessageIds } from '../../messageIds';
import { unknownReceived } from '../../unknownReceived';
import { KnownTools, remember } from './knownTools';
import { saysSomething } from './tools';

/**
 * The common part of the protocol's dialects: their tool calls have ids, but their messages do not.
 */
export abstract class DialectTranslator {
  protected readonly messages: MessageIds;
  private readonly tools = new KnownTools('');

  constructor(private readonly ids: IdSource) {
    this.messages = new MessageIds(ids);
  }

  /** Called when a prompt begins: ids from now on are new. */
  beginTurn(): void {
    this.messages.nextTurn();
    this.tools.nextTurn();
  }

  /** Keeps a message to show it as an unknown one. */
  keepUnknown(label: string, raw: unknown): SessionEvent {
    this.messages.end();
    return unknownReceived(this.ids, label, raw);
  }

  protected said(role: MessageRole, content: ContentBlock): SessionEvent {
    const messageId = this.messages.of(role, undefined);
    return { type: 'message.appended', messageId, role, content };
  }

  /** Dialects report a tool call when it starts. */
  protected tool(id: string, begins: boolean, given: ToolFields): readonly SessionEvent[] {
    const { toolCallId, fields } = this.meet(id, begins, given, 'in_progress');
    return saysSomething(fields) ? [{ type: 'tool.updated', toolCallId, ...fields }] : [];
  }

  /** Handles a tool call. Text before a new call is placed above it. */
  protected meet(
    id: string,
    begins: boolean,
    given: ToolFields,
    atFirst: 'pending' | 'in_progress',
  ): { readonly toolCallId: ToolCallId; readonly fields: ToolFields } {
    const { tool, isNew } = this.tools.meet(id, begins);
    if (isNew) this.messages.end();
    const isUntold = isNew && given.status === undefined;
    const fields = isUntold ? { ...given, status: atFirst } : given;
    remember(tool, fields);
    return { toolCallId: tool.toolCallId, fields };
  }
}
