import {
  type ConnectionClient,
  ConnectionError,
  type ConnectOptions,
  type MessageChannel,
} from '#main/agents/connection';
import { DisposableOwner, toDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { onUnexpectedError } from '#main/base/unexpected';
import type { AgentSessionId, IdSource } from '#shared/ids';
import type { Attachment } from '#shared/session/events';
import { charactersIn } from '#shared/text/charactersIn';
import { InboundBrake } from '../inboundBrake';
import { identifier, isRecord, type JsonRecord, labelOf, textOr } from '../json';
import { HELD_CHARACTERS } from '../limits';
import { SessionFeed } from '../sessionFeed';
import { ClaudeRequests } from './claudeRequests';
import { ClaudeTurns } from './claudeTurns';
import { ControlCalls } from './controlCalls';
import { EARLY_MESSAGES } from './limits';
import { loginMethods } from './loginMethods';
import { MessageTranslator } from './translate/messageTranslator';
import { turnFailure } from './translate/turnResult';

interface OpenSession {
  readonly feed: SessionFeed;
  readonly attachment: Attachment;
  /** The agent's id for the conversation, as last reported. */
  agentsId: string;
}

/** Routes the messages between the channel and the session. */
export class ClaudeLink extends DisposableOwner {
  readonly translator: MessageTranslator;
  readonly calls: ControlCalls;
  readonly turns = new ClaudeTurns();
  private readonly client: ConnectionClient;
  private readonly channel: MessageChannel;
  private readonly requests: ClaudeRequests;
  private readonly brake: InboundBrake;
  private readonly beginnings = this.register(new Emitter<JsonRecord>());
  /** Fires for messages that are not answers and that arrive before there is a session. */
  readonly onDidBegin = this.beginnings.event;
  /**
   * Whether the agent has ever sent a request or an answer; programs that never do get plain
   * prompts.
   */
  hasControl = false;
  /** Why the agent could not start, in its own words. */
  startFailure: ConnectionError | null = null;
  private session: OpenSession | null = null;
  private early: JsonRecord[] = [];
  private earlyCharacters = 0;
  private isIntroduced = false;
  private isLetGo = false;

  constructor({ channel, client }: ConnectOptions, ids: IdSource) {
    super();
    this.client = client;
    this.channel = channel;
    this.translator = new MessageTranslator(ids);
    this.calls = new ControlCalls(channel);
    const feed = () => this.session?.feed ?? null;
    this.brake = this.register(new InboundBrake(channel, client));
    const { translator, brake } = this;
    this.requests = new ClaudeRequests({ channel, client, translator, feed, brake });
    this.register(channel.onMessage((message) => this.receive(message)));
    this.register(channel.onClose((reason) => this.close(reason)));
    this.register(toDisposable(() => this.close('The connection to the agent was closed.')));
  }

  /** Called when the answer to `initialize` arrives after the session has begun without it. */
  introducedLate(answer: JsonRecord): void {
    const { settings } = this.translator;
    settings.introduce(answer);
    this.session?.feed.deliver(settings.opened(answer));
  }

  /**
   * Called after the introduction: from now on a result ends a turn rather than the attempt to
   * start.
   */
  introduced(): void {
    this.isIntroduced = true;
  }

  open(id: AgentSessionId, attachment: Attachment): SessionFeed {
    const feed = new SessionFeed(id, this.client);
    this.session = { feed, attachment, agentsId: id };
    feed.openSoon();
    for (const message of this.early.splice(0)) this.hear(message);
    return feed;
  }

  holds(id: AgentSessionId): boolean {
    return this.session?.feed.id === id;
  }

  /** The feed of this session; throws an error if the process holds another one. */
  feedOf(id: AgentSessionId): SessionFeed {
    if (this.session?.feed.id === id) return this.session.feed;
    throw new ConnectionError('not-found', `The session ${id} is not open on this connection.`);
  }

  /** Stops delivering messages of the session. */
  letGo(id: AgentSessionId): void {
    if (!this.holds(id)) return;
    this.session = null;
    this.isLetGo = true;
    this.turns.fail(new ConnectionError('closed', 'The session was released.'));
  }

  send(message: object): void {
    this.channel.send(message);
  }

  private receive(message: unknown): void {
    try {
      this.dispatch(message);
    } catch (error) {
      onUnexpectedError(error);
    }
    this.brake.check();
  }

  private dispatch(message: unknown): void {
    if (!isRecord(message) || typeof message.type !== 'string') {
      this.report('something unexpected: not a Claude Code message');
      return;
    }
    switch (message.type) {
      case 'control_response':
        this.hasControl = true;
        if (!this.calls.answered(message)) this.report('an answer to no request');
        return;
      case 'control_request':
        this.hasControl = true;
        this.requests.receive(message);
        return;
      case 'control_cancel_request':
        this.requests.withdraw(message);
        return;
      default:
        this.hear(message);
    }
  }

  private hear(message: JsonRecord): void {
    if (!this.isIntroduced && message.type === 'result') {
      // Claude reports why it could not start, and then exits.
      this.startFailure = turnFailure(message, null);
      this.calls.failAll(this.startFailure);
      return;
    }
    if (this.session === null) {
      this.hearEarly(message);
      return;
    }
    if (message.type === 'command_lifecycle') this.turns.lifecycle(message);
    if (message.type === 'system') this.learn(message);
    this.session.feed.deliver(this.translator.translate(message));
    if (message.type === 'result') this.turns.result(message, this.translator.apiError);
    if (message.subtype === 'auth_required') this.requireLogin(textOr(message.content, ''));
  }

  private hearEarly(message: JsonRecord): void {
    if (this.isLetGo) return;
    this.earlyCharacters += charactersIn(message);
    const hasRoom = this.early.length < EARLY_MESSAGES && this.earlyCharacters <= HELD_CHARACTERS;
    if (hasRoom) this.early.push(message);
    else this.report(`${labelOf(message.type, 'a message')} without a session`);
    this.beginnings.fire(message);
  }

  /** Remembers the conversation id, which the agent reports at the beginning of each turn. */
  private learn({ subtype, session_id: told }: JsonRecord): void {
    const { session } = this;
    const id = identifier(told);
    if (subtype !== 'init' || !session || id === null || id === session.agentsId) return;
    session.agentsId = id;
    const { attachment } = session;
    const agentSessionId = id as string as AgentSessionId;
    session.feed.deliver([{ type: 'agent.attached', agentSessionId, attachment }]);
  }

  private requireLogin(words: string): void {
    const message = words || 'Claude Code needs you to log in.';
    if (this.turns.isRunning) {
      this.turns.fail(new ConnectionError('authentication-required', message));
      return;
    }
    const methods = loginMethods;
    this.session?.feed.deliver([{ type: 'authentication.required', message, methods }]);
  }

  private report(what: string): void {
    const message = `The agent sent ${what}.`;
    this.client.report({ type: 'unexpected', message }, this.session?.feed.id);
  }

  private close(reason: string): void {
    const error = new ConnectionError('closed', reason);
    this.calls.close(error);
    this.requests.close();
    this.turns.fail(error);
  }
}
