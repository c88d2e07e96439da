import { randomUUID } from 'node:crypto';
import {
  ConnectionError,
  type OpenedSession,
  type SessionRoots,
  type TurnResult,
} from '#main/agents/connection';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { Attachment, SessionEvent } from '#shared/session/events';
import { cut } from '../connectionErrors';
import { identifier, isRecord } from '../json';
import type { ClaudeLink } from './claudeLink';
import type { ClaudeIntroduction } from './introduction';
import { SERVERS_MILLISECONDS } from './limits';
import { isConversationId } from './resumeArguments';
import { plainText, promptToWire } from './translate/prompts';
import { EFFORT_OPTION, MODEL_OPTION } from './translate/sessionSettings';

/** Our requests to Claude Code about the one conversation of its process. */
export class ClaudeSession {
  private isOpened = false;

  constructor(
    private readonly link: ClaudeLink,
    private readonly introduction: ClaudeIntroduction,
    /** The conversation that the process was started to resume. */
    private readonly resumed: AgentSessionId | null,
  ) {}

  async create(place: SessionRoots): Promise<OpenedSession> {
    // Some versions have reported it already; the others report it when the first turn begins.
    const id = this.introduction.conversation ?? `unnamed-${randomUUID()}`;
    return this.withServers(place, this.open(id as string as AgentSessionId, 'new', place));
  }

  async resume(session: AgentSessionId, place: SessionRoots): Promise<OpenedSession> {
    if (session !== this.resumed || !isConversationId(session)) {
      const words = `This process was not started to resume the session ${session}.`;
      throw new ConnectionError('not-found', words);
    }
    return this.withServers(place, this.open(session, 'resumed', place));
  }

  async prompt(session: AgentSessionId, content: readonly ContentBlock[]): Promise<TurnResult> {
    const feed = this.link.feedOf(session);
    const { uuid, message } = this.userMessage(content);
    const turn = this.link.turns.begin(uuid);
    this.link.translator.beginTurn();
    feed.flush();
    this.link.send(message);
    return turn;
  }

  async steer(session: AgentSessionId, content: readonly ContentBlock[]): Promise<boolean> {
    this.link.feedOf(session);
    const { uuid, message } = this.userMessage(content);
    if (!this.link.turns.steer(uuid)) return false;
    this.link.translator.interject();
    this.link.send({ ...message, priority: 'next' });
    return true;
  }

  cancel(session: AgentSessionId): void {
    if (!this.link.holds(session) || !this.link.turns.cancel()) return;
    // The answer is ignored: the end of the turn is what counts.
    this.link.calls.request('interrupt', { cancel_queued: true }).catch(() => undefined);
  }

  async setMode(session: AgentSessionId, mode: string): Promise<readonly SessionEvent[]> {
    this.link.feedOf(session);
    const answer = await this.link.calls.request('set_permission_mode', { mode });
    // The agent may have reported the mode before it answered.
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

  private open(id: AgentSessionId, attachment: Attachment, place: SessionRoots): OpenedSession {
    if (this.isOpened) {
      const words = 'A Claude Code process handles one session.';
      throw new ConnectionError('unsupported', words, 'Start another process for another session.');
    }
    this.isOpened = true;
    const { translator } = this.link;
    translator.tools.folder = place.cwd;
    const { answer, refusal } = this.introduction;
    // Without control requests no mode could be set, and nothing else is known.
    const events = this.link.hasControl ? [...translator.settings.opened(answer)] : [];
    if (refusal !== null) {
      const title = 'Claude Code rejected the first request.';
      events.push(translator.notices.post('warning', title, refusal));
    }
    const feed = this.link.open(id, attachment);
    return { agentSessionId: id, events: [...events, ...feed.takeHeld()] };
  }

  /**
   * Passes the MCP servers to the agent, in addition to those in its own settings. The agent
   * reports a server that it cannot reach. A program that does not know the request gets none of
   * them.
   */
  private async withServers(
    { mcpServers = [] }: SessionRoots,
    opened: OpenedSession,
  ): Promise<OpenedSession> {
    if (mcpServers.length === 0) return opened;
    const refused = (why: string): OpenedSession => ({
      ...opened,
      refusedServers: Object.fromEntries(mcpServers.map(({ name }) => [name, why])),
    });
    if (!this.link.hasControl)
      return refused('This version of Claude Code does not support MCP servers.');
    const servers = Object.fromEntries(mcpServers.map(({ name, server }) => [name, server]));
    try {
      const signal = AbortSignal.timeout(SERVERS_MILLISECONDS);
      const { errors } = await this.link.calls.request('mcp_set_servers', { servers }, signal);
      const told = Object.entries(isRecord(errors) ? errors : {}).flatMap(([name, why]) =>
        Object.hasOwn(servers, name) && typeof why === 'string' ? [[name, cut(why)]] : [],
      );
      return told.length === 0 ? opened : { ...opened, refusedServers: Object.fromEntries(told) };
    } catch (error) {
      if (!(error instanceof ConnectionError) || error.code === 'closed') throw error;
      return refused(`Claude Code did not accept it: ${error.message}`);
    }
  }

  /**
   * A user message. A program without control requests gets only messages that it is known to read.
   */
  private userMessage(content: readonly ContentBlock[]) {
    const blocks = promptToWire(content);
    const text = this.link.hasControl ? null : plainText(blocks);
    const uuid = randomUUID();
    return text === null
      ? { uuid, message: userMessage(uuid, blocks) }
      : { uuid, message: { type: 'user', message: { role: 'user', content: text } } };
  }
}

function userMessage(uuid: string, content: readonly object[]): object {
  return {
    type: 'user',
    uuid,
    message: { role: 'user', content },
    parent_tool_use_id: null,
    session_id: '',
  };
}
