import type { AgentSessionId, IdSource } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { MessageRole, SessionEvent } from '#shared/session/events';
import type { Heard } from '../../heard';
import { identifier, isRecord, type JsonRecord, labelOf, makeRoom, textOr } from '../../json';
import { MessageIds } from '../../messageIds';
import { unknownReceived } from '../../unknownReceived';
import { SPEAKERS } from '../limits';
import { contentFromBlock, resultText } from './contentBlocks';
import { ContextMeter } from './contextMeter';
import { ClaudeNotices } from './notices';
import { SessionSettings } from './sessionSettings';
import type { SpokenKind } from './streamedText';
import { StreamedText } from './streamedText';
import { SystemMessages } from './systemMessages';
import { ClaudeToolCalls, type ToolResultDetails, toolUpdated } from './toolCalls';
import type { ApiError } from './turnResult';

/**
 * One speaker in a session: the agent itself, or a subagent, named by the tool call that started
 * it.
 */
class Speaker {
  readonly streamed = new StreamedText();
  /** Whether it has said anything in this turn. */
  hasSpoken = false;
  private readonly messages: MessageIds;

  constructor(
    ids: IdSource,
    readonly subagent: AgentSessionId | null,
  ) {
    this.messages = new MessageIds(ids);
  }

  say(role: MessageRole, text: string): readonly SessionEvent[] {
    return text === '' ? [] : [this.show(role, { type: 'text', text })];
  }

  show(role: MessageRole, content: ContentBlock): SessionEvent {
    if (role === 'agent') this.hasSpoken = true;
    const messageId = this.messages.of(role, null);
    const event = { type: 'message.appended' as const, messageId, role, content };
    return this.subagent === null ? event : { ...event, subagent: this.subagent };
  }

  /** Called when another entry comes between the text so far and the text that follows. */
  pause(): void {
    this.messages.end();
  }
}

const nothing: readonly Heard[] = [];
const unreadablePiece: Heard = {
  type: 'invalid',
  method: 'stream_event',
  message: 'a piece of text could not be read',
};
/** Text and files that Claude Code sends to the model in the user's name. */
const ownBlocks: ReadonlySet<unknown> = new Set(['text', 'image', 'document', 'search_result']);
const localOutput = /^<local-command-stdout>([\s\S]*)<\/local-command-stdout>$/;

/** Messages that are ignored: we learn the same in other ways. */
const chatter: ReadonlySet<unknown> = new Set([
  'keep_alive',
  'prompt_suggestion',
  'tool_use_summary',
  'active_goal',
  'auth_status',
  'command_lifecycle',
]);

/**
 * Turns Claude Code's output into events: no effects, no clock, and it never throws. Requests,
 * answers and the end of turns are handled elsewhere.
 */
export class MessageTranslator {
  readonly settings = new SessionSettings();
  readonly tools = new ClaudeToolCalls();
  readonly notices: ClaudeNotices;
  /** The API error with which the turn is about to end. */
  apiError: ApiError | null = null;
  private readonly meter = new ContextMeter();
  private readonly system: SystemMessages;
  private readonly main: Speaker;
  private readonly subagents = new Map<string, Speaker>();
  private model: string | null = null;

  constructor(private readonly ids: IdSource) {
    this.main = new Speaker(ids, null);
    this.notices = new ClaudeNotices(ids);
    this.system = new SystemMessages(ids, this.notices, this.settings);
  }

  translate(message: JsonRecord): readonly Heard[] {
    switch (message.type) {
      case 'stream_event':
        return isRecord(message.event)
          ? this.streamEvent(message.event, this.speakerOf(message))
          : this.keepUnknown(message);
      case 'assistant':
        return this.assistant(message);
      case 'user':
        return this.user(message);
      case 'system':
        return this.systemMessage(message);
      case 'result':
        return this.result(message);
      case 'tool_progress':
        return this.progress(message);
      case 'rate_limit_event':
        return this.notices.rateLimit(message);
      case 'conversation_reset':
        return [this.notices.post('info', 'Claude began a new conversation.')];
      default:
        return chatter.has(message.type) ? nothing : this.keepUnknown(message);
    }
  }

  /** Called when a prompt was sent: later text belongs to new messages. */
  beginTurn(): void {
    this.apiError = null;
    this.main.hasSpoken = false;
    this.main.pause();
  }

  /** Called when the user sends a message while a turn runs. */
  interject(): void {
    this.main.pause();
  }

  keepUnknown(message: JsonRecord): readonly SessionEvent[] {
    const kind = labelOf(message.type, 'message');
    const subtype = labelOf(message.subtype, '');
    return [this.unknown(subtype === '' ? kind : `${kind}/${subtype}`, message)];
  }

  private unknown(label: string, raw: unknown): SessionEvent {
    this.main.pause();
    return unknownReceived(this.ids, label, raw);
  }

  private streamEvent(event: JsonRecord, speaker: Speaker): readonly Heard[] {
    this.notices.retried();
    switch (event.type) {
      case 'message_start':
        speaker.pause();
        speaker.streamed.begin(isRecord(event.message) ? event.message.id : null);
        return nothing;
      case 'content_block_start':
        return this.blockStart(isRecord(event.content_block) ? event.content_block : {}, speaker);
      case 'content_block_delta':
        return this.delta(event, speaker);
      case 'message_delta':
        return speaker.subagent === null ? this.meter.heard(event.usage) : nothing;
      default:
        return typeof event.type === 'string' && event.type !== '' ? nothing : [unreadablePiece];
    }
  }

  /** A tool is shown as soon as it has a name, though its input is still being written. */
  private blockStart(block: JsonRecord, speaker: Speaker): readonly Heard[] {
    const isTool = block.type === 'tool_use' || block.type === 'server_tool_use';
    if (!isTool || this.tools.isKnown(block.id)) return nothing;
    speaker.pause();
    return this.tools.begin({ ...block, input: {} }, speaker.subagent) ?? nothing;
  }

  private delta({ delta, index }: JsonRecord, speaker: Speaker): readonly Heard[] {
    if (!isRecord(delta) || typeof delta.type !== 'string') return [unreadablePiece];
    if (delta.type === 'text_delta') return piece(speaker, 'text', index, delta.text);
    if (delta.type === 'thinking_delta') return piece(speaker, 'thinking', index, delta.thinking);
    // Other kinds of pieces are repeated as a whole later.
    return nothing;
  }

  private assistant(message: JsonRecord): readonly Heard[] {
    this.notices.retried();
    const said = isRecord(message.message) ? message.message : {};
    const speaker = this.speakerOf(message);
    if (typeof message.error === 'string') {
      this.apiError = { kind: message.error, text: resultText(said.content) };
      return nothing;
    }
    if (speaker.subagent === null && said.model !== '<synthetic>')
      this.model = identifier(said.model);
    const usage = speaker.subagent === null ? this.meter.heard(said.usage) : nothing;
    return [...this.blocks(said.content, said.id, message, speaker), ...usage];
  }

  private blocks(
    content: unknown,
    messageId: unknown,
    message: JsonRecord,
    speaker: Speaker,
  ): readonly Heard[] {
    if (typeof content === 'string') {
      return speaker.say('agent', speaker.streamed.rest(messageId, 'text', content));
    }
    if (!Array.isArray(content) || !content.every(isRecord)) return this.keepUnknown(message);
    return content.flatMap((block) => {
      switch (block.type) {
        case 'text':
          return this.whole(speaker, messageId, 'text', block.text, message);
        case 'thinking':
          return this.whole(speaker, messageId, 'thinking', block.thinking, message);
        // These are encrypted thoughts, which only the model can read.
        case 'redacted_thinking':
          return nothing;
        default:
          return this.otherBlock(block, message, speaker);
      }
    });
  }

  private whole(
    speaker: Speaker,
    messageId: unknown,
    kind: SpokenKind,
    text: unknown,
    message: JsonRecord,
  ): readonly Heard[] {
    if (typeof text !== 'string') return this.keepUnknown(message);
    const role = kind === 'text' ? 'agent' : 'thought';
    return speaker.say(role, speaker.streamed.rest(messageId, kind, text));
  }

  private otherBlock(block: JsonRecord, message: JsonRecord, speaker: Speaker): readonly Heard[] {
    const kind = textOr(block.type, '');
    if (kind === 'tool_use' || kind === 'server_tool_use' || kind === 'mcp_tool_use') {
      speaker.pause();
      return this.tools.begin(block, speaker.subagent) ?? this.keepUnknown(message);
    }
    if (kind.endsWith('tool_result')) {
      speaker.pause();
      return this.tools.end(block, detailsOf(message)) ?? this.keepUnknown(message);
    }
    return [speaker.show('agent', contentFromBlock(block))];
  }

  /** Handles tool results. Other messages of this type were not sent by the user. */
  private user(message: JsonRecord): readonly Heard[] {
    const content = isRecord(message.message) ? message.message.content : undefined;
    const speaker = this.speakerOf(message);
    if (typeof content === 'string') {
      const output = localOutput.exec(content)?.[1]?.trim() ?? '';
      if (!output.startsWith('Set model to')) return this.main.say('agent', output);
      // The option itself shows this, so it is not repeated at the end of the turn.
      this.main.hasSpoken = true;
      return nothing;
    }
    if (!Array.isArray(content) || !content.every(isRecord)) return this.keepUnknown(message);
    return content.flatMap((block) => {
      if (block.type === 'tool_result') return this.otherBlock(block, message, speaker);
      if (!ownBlocks.has(block.type)) return this.keepUnknown(message);
      const isTask = speaker.subagent !== null && block.type === 'text';
      return isTask ? speaker.say('user', textOr(block.text, '')) : nothing;
    });
  }

  private systemMessage(message: JsonRecord): readonly Heard[] {
    if (message.subtype === 'init' && typeof message.cwd === 'string') {
      this.tools.folder = message.cwd;
    }
    if (message.subtype === 'local_command_output') {
      return this.main.say('agent', textOr(message.content, ''));
    }
    const heard = this.system.translate(message);
    if (heard === null) return this.keepUnknown(message);
    if (heard.some(({ type }) => type === 'notice.posted' || type === 'compaction.updated')) {
      this.main.pause();
    }
    return heard;
  }

  /**
   * Reads the cost of the turn, and text that is only in the result. The code that waits for the
   * turn handles its end.
   */
  private result(message: JsonRecord): readonly Heard[] {
    this.notices.retried();
    const usage = this.meter.ended(message, this.model);
    if (message.is_error === true) return usage;
    const words = this.main.hasSpoken ? '' : textOr(message.result, '');
    const said = this.main.say('agent', words);
    this.main.hasSpoken = false;
    if (this.apiError === null) return [...said, ...usage];
    // The turn continued anyway, so nothing else reports it.
    return [...said, ...this.notices.tell('warning', this.apiError.text), ...usage];
  }

  private progress({ tool_use_id: id }: JsonRecord): readonly Heard[] {
    if (typeof id !== 'string' || !this.tools.isKnown(id)) return nothing;
    return [toolUpdated(id, null, { status: 'in_progress' })];
  }

  private speakerOf({ parent_tool_use_id: parent }: JsonRecord): Speaker {
    const id = identifier(parent);
    if (id === null) return this.main;
    const known = this.subagents.get(id);
    if (known) return known;
    makeRoom(this.subagents, SPEAKERS);
    const speaker = new Speaker(this.ids, id as string as AgentSessionId);
    this.subagents.set(id, speaker);
    return speaker;
  }
}

function piece(
  speaker: Speaker,
  kind: SpokenKind,
  index: unknown,
  text: unknown,
): readonly Heard[] {
  if (typeof text !== 'string') return [unreadablePiece];
  if (text === '') return nothing;
  speaker.streamed.append(kind, index, text);
  return speaker.say(kind === 'text' ? 'agent' : 'thought', text);
}

function detailsOf(message: JsonRecord): ToolResultDetails {
  return { details: message.tool_use_result, meta: message.tool_result_meta };
}
