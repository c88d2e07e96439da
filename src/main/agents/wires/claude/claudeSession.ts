import { randomUUID } from 'node:crypto';
import {
  ConnectionError,
  type OpenedSession,
  type SessionPlace,
  type TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { Attachment, SessionEvent } from '#shared/session/events';
import { identifier } from '../json';
import type { ClaudeLink } from './claudeLink';
import type { Introduction } from './introduction';
import { isConversationId } from './resumeArguments';
import { promptToWire } from './translate/prompts';
import { commandsFrom, EFFORT_OPTION, MODEL_OPTION } from './translate/sessionSettings';

/** What we ask of Claude Code about the one conversation that its process holds. */
export class ClaudeSession {
  private isOpened = false;

  constructor(
    private readonly link: ClaudeLink,
    private readonly introduction: Introduction,
    /** The conversation that the process was started to take up. */
    private readonly resumed: AgentSessionId | null,
  ) {}

  async create(place: SessionPlace): Promise<OpenedSession> {
    // Known already to versions that say so; the others tell it when the first turn begins.
    const id = this.introduction.conversation ?? `unnamed-${randomUUID()}`;
    return this.open(id as string as AgentSessionId, 'new', place);
  }

  async resume(session: AgentSessionId, place: SessionPlace): Promise<OpenedSession> {
    if (session !== this.resumed || !isConversationId(session)) {
      const words = `This process was not started to take up the conversation ${session}.`;
      throw new ConnectionError('not-found', words);
    }
    return this.open(session, 'resumed', place);
  }

  async prompt(session: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult> {
    const feed = this.link.feedOf(session);
    const message = userMessage(promptToWire(content));
    const turn = this.link.turns.begin(message.uuid);
    this.link.translator.beginTurn();
    feed.flush();
    this.link.send(message);
    return turn;
  }

  async steer(session: AgentSessionId, content: readonly ContentBlock[]): Promise<boolean> {
    this.link.feedOf(session);
    const message = userMessage(promptToWire(content));
    if (!this.link.turns.steer(message.uuid)) return false;
    this.link.translator.interject();
    this.link.send({ ...message, priority: 'next' });
    return true;
  }

  cancel(session: AgentSessionId): void {
    if (!this.link.holds(session) || !this.link.turns.cancel()) return;
    // The end of the turn is the answer that counts.
    this.link.calls.request('interrupt', { cancel_queued: true }).catch(() => undefined);
  }

  async setMode(session: AgentSessionId, mode: string): Promise<readonly SessionEvent[]> {
    this.link.feedOf(session);
    const answer = await this.link.calls.request('set_permission_mode', { mode });
    // The agent may have told of it before it answered.
    return this.link.translator.settings.chooseMode(identifier(answer.mode) ?? mode);
  }

  async setOption(
    session: AgentSessionId,
    optionId: string,
    value: string | boolean,
  ): Promise<readonly SessionEvent[]> {
    this.link.feedOf(session);
    const { calls, translator } = this.link;
    if (typeof value === 'string' && optionId === MODEL_OPTION) {
      await calls.request('set_model', { model: value });
      return translator.settings.chooseModel(value);
    }
    if (typeof value === 'string' && optionId === EFFORT_OPTION) {
      await calls.request('apply_flag_settings', { settings: { effortLevel: value } });
      return translator.settings.chooseEffort(value);
    }
    throw new ConnectionError('unsupported', `Claude Code has no option “${optionId}”.`);
  }

  async setTitle(session: AgentSessionId, title: string): Promise<void> {
    this.link.feedOf(session);
    await this.link.calls.request('rename_session', { title });
  }

  private open(id: AgentSessionId, attachment: Attachment, place: SessionPlace): OpenedSession {
    if (this.isOpened) {
      const words = 'A process of Claude Code holds one conversation.';
      throw new ConnectionError('unsupported', words, 'Start another for another one.');
    }
    this.isOpened = true;
    const { translator } = this.link;
    translator.tools.folder = place.cwd;
    const feed = this.link.open(id, attachment);
    const commands = commandsFrom(this.introduction.answer.commands);
    const events = [...translator.settings.opened(), ...(commands ? [commands] : [])];
    return { agentSessionId: id, events: [...events, ...feed.takeHeld()] };
  }
}

function userMessage(content: readonly object[]) {
  return {
    type: 'user',
    uuid: randomUUID(),
    message: { role: 'user', content },
    parent_tool_use_id: null,
    session_id: '',
  } as const;
}
