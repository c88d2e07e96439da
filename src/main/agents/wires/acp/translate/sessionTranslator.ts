import type { PermissionAsk } from '#main/agents/connection';
import type { AgentSessionId, IdSource, ToolCallId } from '#shared/ids';
import type { EventOf, SessionEvent, ToolFields } from '#shared/session/events';
import { cut } from '../../connectionErrors';
import type { Heard } from '../../heard';
import { type JsonRecord, labelOf, makeRoom } from '../../json';
import { TOLD_WARNINGS } from '../../limits';
import { unknownReceived } from '../../unknownReceived';
import { commandsFromWire } from './commands';
import { compactionChunkFromWire, compactionFromWire } from './compactions';
import { invalidUpdate } from './invalidUpdate';
import { KnownTools, type MetTool, remember } from './knownTools';
import { planRemovedFromWire, planUpdateFromWire } from './plans';
import { SessionMessages } from './sessionMessages';
import { SessionOptions } from './sessionOptions';
import { noticeFromWire, subagentFromWire, titleFromWire, usageFromWire } from './smallUpdates';

/**
 * Turns the updates of one session into events, for everything that is the same in both protocol
 * versions.
 */
export abstract class SessionTranslator {
  readonly options = new SessionOptions();
  protected readonly tools: KnownTools;
  /** Keeps the ids of a subagent separate from those of its parent session. */
  protected readonly scope: string;
  private readonly sessionMessages: SessionMessages;
  private hasToldExtensions = false;
  private readonly told = new Set<string>();

  constructor(
    protected readonly ids: IdSource,
    session: AgentSessionId,
    protected readonly subagent: AgentSessionId | null,
  ) {
    this.scope = subagent === null ? '' : `${subagent}/`;
    this.tools = new KnownTools(this.scope);
    this.sessionMessages = new SessionMessages(ids, subagent ?? session);
  }

  abstract translate(update: unknown): readonly Heard[];

  /** The question, or the reason why it cannot be shown. */
  abstract permission(params: JsonRecord): PermissionAsk | string;

  /** Reads the answer that opened the session. */
  abstract open(answer: JsonRecord): readonly SessionEvent[];

  /** Creates a translator for a session that this one started. */
  abstract forSubagent(parent: AgentSessionId, child: AgentSessionId): SessionTranslator;

  /** Called when the user sends a message while a turn runs. */
  interject(): void {
    this.interrupt();
  }

  /** Keeps a message to show it as an unknown one. */
  keepUnknown(label: string, raw: unknown): SessionEvent {
    this.interrupt();
    return unknownReceived(this.ids, label, raw);
  }

  /**
   * The agent's own kinds of messages appear only in the inspector; the transcript mentions once
   * that there are some.
   */
  extension(method: string): readonly SessionEvent[] {
    if (this.hasToldExtensions) return [];
    this.hasToldExtensions = true;
    const name = labelOf(method, 'a message');
    return [this.keepUnknown(`The agent also sends messages of its own, such as ${name}`, '')];
  }

  toolCallId(id: string): ToolCallId {
    return this.tools.idOf(id);
  }

  /** Called when another entry comes between the text so far and the text that follows. */
  protected abstract interrupt(): void;

  /** Translates the updates that both versions share; all others are unknown. */
  protected common(update: JsonRecord): readonly Heard[] {
    switch (update.sessionUpdate) {
      case 'plan_update':
        return this.entry(update, planUpdateFromWire(update, this.scope));
      case 'plan_removed':
        return this.entry(update, planRemovedFromWire(update, this.scope));
      case 'notice':
        return this.notice(update);
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
      case 'usage_update':
        return this.fact(update, usageFromWire(update));
      case 'available_commands_update':
        return this.fact(update, commandsFromWire(update));
      case 'session_info_update':
        return this.facts(update, titleFromWire(update));
      default:
        return this.unknown(update);
    }
  }

  /** A warning from the agent, shown only once. */
  protected warn(title: string): readonly Heard[] {
    return this.untold({
      type: 'notice.posted',
      noteId: this.ids.mint('note'),
      severity: 'warning',
      title: cut(title),
    });
  }

  private notice(update: JsonRecord): readonly Heard[] {
    const notice = noticeFromWire(update, this.ids);
    return notice?.severity === 'warning' ? this.untold(notice) : this.entry(update, notice);
  }

  /** The notice if it was not shown yet: some agents repeat their warnings with every turn. */
  private untold(notice: EventOf<'notice.posted'>): readonly Heard[] {
    const words = cut(`${notice.title}\n${notice.description ?? ''}`);
    if (this.told.has(words)) return [];
    makeRoom(this.told, TOLD_WARNINGS);
    this.told.add(words);
    this.interrupt();
    return [notice];
  }

  /** A separate entry in the transcript; null if it cannot be parsed. */
  protected entry(update: JsonRecord, event: SessionEvent | null): readonly Heard[] {
    if (event === null) return this.unknown(update);
    this.interrupt();
    return [event];
  }

  protected fact(update: JsonRecord, event: SessionEvent | null): readonly Heard[] {
    return this.facts(update, event && [event]);
  }

  /** Facts about the whole session, which a subagent cannot change; null if they are malformed. */
  protected facts(update: JsonRecord, events: readonly SessionEvent[] | null): readonly Heard[] {
    if (events === null) {
      return [invalidUpdate(String(update.sessionUpdate), 'it could not be read')];
    }
    return this.subagent === null ? events : [];
  }

  protected unknown(update: JsonRecord): readonly Heard[] {
    return [this.keepUnknown(labelOf(update.sessionUpdate, 'update'), update)];
  }

  protected toolEvent(toolCallId: ToolCallId, fields: ToolFields): SessionEvent {
    const event = { type: 'tool.updated' as const, toolCallId, ...fields };
    return this.subagent === null ? event : { ...event, subagent: this.subagent };
  }

  /** Handles a tool call. Text before a new call is placed above it. */
  protected meet(id: string, begins: boolean, fields: ToolFields): MetTool {
    const met = this.tools.meet(id, begins);
    if (met.isNew) this.interrupt();
    remember(met.tool, fields);
    return met;
  }

  /** A question about a tool call that was not reported yet also reports the call. */
  protected aboutTool(ask: PermissionAsk | string): PermissionAsk | string {
    if (typeof ask === 'string' || ask.toolCallId === null) return ask;
    const { tool, isNew } = this.meet(ask.toolCallId, false, ask.tool);
    const isUntold = isNew && ask.tool.status === undefined;
    return {
      ...ask,
      toolCallId: tool.toolCallId,
      tool: isUntold ? { ...ask.tool, status: 'pending' } : ask.tool,
    };
  }
}
