import type { AgentSessionId, IdSource } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { MessageRole, SessionEvent } from '#shared/session/events';
import { MessageIds } from '../../messageIds';
import { StreamedText } from './streamedText';

/** One voice in a session: the agent itself, or a subagent, named by the tool call that began it. */
export class Speaker {
  readonly streamed = new StreamedText();
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
    const messageId = this.messages.of(role, null);
    const event = { type: 'message.appended' as const, messageId, role, content };
    return this.subagent === null ? event : { ...event, subagent: this.subagent };
  }

  /** Something stands between what was said and what comes next. */
  pause(): void {
    this.messages.end();
  }
}
