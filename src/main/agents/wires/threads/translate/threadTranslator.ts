import { ownText } from '#main/base/ownText';
import type { IdSource, ToolCallId } from '#shared/ids';
import type { ContentBlock, ToolContent, ToolKind } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { withoutFolders } from '#shared/text/withoutFolders';
import { labelOf } from '../../json';
import { unknownReceived } from '../../unknownReceived';
import { COMPARED_LENGTH } from '../limits';
import type { Role } from '../messages';
import { plainText, type ThreadEntry } from './entries';

type MessageId = ReturnType<typeof mintMessage>;

/** Turns the messages of one thread into events: no effects, no clock, and it never throws. */
export class ThreadTranslator {
  private current: { readonly role: Role; readonly id: MessageId } | null = null;
  /** The text streamed since the last whole message: its beginning and its length. */
  private streamed = { start: '', length: 0 };
  private prompted: string | null = null;

  constructor(
    private readonly ids: IdSource,
    /** The session's folder, which is left out of displayed paths. */
    private readonly folder: string,
  ) {}

  beginTurn(prompt: string): void {
    this.current = null;
    this.streamed = { start: '', length: 0 };
    this.prompted = prompt;
  }

  /** A part of the agent's current message. */
  chunk(block: ContentBlock): readonly SessionEvent[] {
    if (block.type !== 'text') return [this.append('assistant', block)];
    if (block.text === '') return [];
    const room = COMPARED_LENGTH - this.streamed.start.length;
    this.streamed = {
      start:
        room > 0 ? this.streamed.start + ownText(block.text.slice(0, room)) : this.streamed.start,
      length: this.streamed.length + block.text.length,
    };
    return [this.append('assistant', block)];
  }

  /** A whole message, without text that was streamed already and without our own prompt. */
  message(role: Role, blocks: readonly ContentBlock[]): readonly SessionEvent[] {
    if (role === 'user' && plainText(blocks) === this.prompted) return [];
    const rest = role === 'assistant' ? this.unsaid(blocks) : blocks;
    const events = rest.map((block) => this.append(role, block));
    this.current = null;
    if (role === 'assistant') this.streamed = { start: '', length: 0 };
    return events;
  }

  /** The history of a thread; each entry becomes a separate message. */
  history(entries: readonly ThreadEntry[]): readonly SessionEvent[] {
    this.beginTurn('');
    this.prompted = null;
    return entries.flatMap((entry) => {
      switch (entry.type) {
        case 'message':
          return this.message(entry.role, entry.blocks);
        case 'readFile':
          return [
            this.looked('read', `Read ${entry.path}`, entry.path, textContent(entry.content)),
          ];
        default:
          return [this.keepUnknown(entry.label, entry.raw)];
      }
    });
  }

  /** Shows that the agent read files, which is the closest the draft has to a tool call. */
  looked(
    kind: ToolKind,
    title: string,
    path: string | null,
    content: readonly ToolContent[] = [],
    hasFailed = false,
  ): SessionEvent {
    this.current = null;
    return {
      type: 'tool.updated',
      toolCallId: `${kind}:${this.ids.mint('note')}` as string as ToolCallId,
      title: labelOf(withoutFolders(title, [this.folder]), kind),
      kind,
      status: hasFailed ? 'failed' : 'completed',
      ...(path === null ? {} : { locations: [{ path }] }),
      ...(content.length === 0 ? {} : { content }),
    };
  }

  /** Keeps a message that we do not understand, and shows it as unknown. */
  keepUnknown(label: string, raw: unknown): SessionEvent {
    this.current = null;
    return unknownReceived(this.ids, label, raw);
  }

  private append(role: Role, content: ContentBlock): SessionEvent {
    if (this.current?.role !== role) this.current = { role, id: mintMessage(this.ids) };
    const messageId = this.current.id;
    return {
      type: 'message.appended',
      messageId,
      role: role === 'user' ? 'user' : 'agent',
      content,
    };
  }

  private unsaid(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
    const { start, length } = this.streamed;
    const text = plainText(blocks);
    if (length === 0 || !text.startsWith(start)) return blocks.filter(saysSomething);
    const rest: ContentBlock = { type: 'text', text: ownText(text.slice(length)) };
    return [rest, ...blocks.filter(({ type }) => type !== 'text')].filter(saysSomething);
  }
}

function mintMessage(ids: IdSource) {
  return ids.mint('message');
}

function saysSomething(block: ContentBlock): boolean {
  return block.type !== 'text' || block.text !== '';
}

function textContent(text: string): readonly ToolContent[] {
  return text === '' ? [] : [{ type: 'content', content: { type: 'text', text } }];
}
