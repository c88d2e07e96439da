import type { AgentConnection } from '#main/agents/connection';
import { ConnectionError } from '#main/agents/connection';
import { DisposableOwner } from '#main/base/disposable';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import { fail, ok, type Result } from '#shared/errors';
import type { AgentSessionId, IdSource, TurnId } from '#shared/ids';
import type { SessionCommand } from '#shared/session/commands';
import type { ContentBlock } from '#shared/session/content';
import { decide, nextQueuedTurn } from '#shared/session/decide';
import type { EventOf, SessionEvent } from '#shared/session/events';
import type { SessionState } from '#shared/session/state';
import { CANCEL_PATIENCE_MILLISECONDS } from './limits';
import type { Questions } from './questions';
import type { SessionRecorder } from './recorder';

/** A running agent that holds this session's conversation. */
export interface Attached {
  readonly connection: AgentConnection;
  readonly agentSessionId: AgentSessionId;
}

/** Starts agents and attaches conversations; see `sessionAgent`. */
export interface SessionAgentPort {
  readonly attached: Attached | null;
  attach(): Promise<void>;
  authenticate(methodId: string, apiKey: string | undefined): Promise<void>;
  /** Ends the agent's process, for when it no longer listens. */
  forceStop(): Promise<void>;
}

export interface LiveSessionParts {
  readonly recorder: SessionRecorder;
  readonly questions: Questions;
  readonly agent: SessionAgentPort;
  readonly ids: IdSource;
}

/** One session at work: command → decision → log → effect. */
export class LiveSession extends DisposableOwner {
  private readonly queue = this.register(new Queue());
  private readonly running = new Set<Promise<void>>();
  private patience: NodeJS.Timeout | undefined;

  constructor(private readonly parts: LiveSessionParts) {
    super();
    this.register(parts.recorder);
  }

  get state(): SessionState {
    return this.parts.recorder.state;
  }

  get onDidAppend(): SessionRecorder['onDidAppend'] {
    return this.parts.recorder.onDidAppend;
  }

  /** Commands are taken one at a time; the answer says whether it was accepted, not what came of it. */
  async dispatch(command: SessionCommand): Promise<Result<void>> {
    const decided = await this.queue.run(() => this.decide(command));
    // Outside of the queue: an agent that never answers must not hold up "Stop".
    return decided.ok ? this.confirm(command) : decided;
  }

  /** Takes up whatever an earlier run of the program left open. */
  async recover(): Promise<void> {
    const { turn, connection } = this.state.head;
    const events: SessionEvent[] = [];
    if (turn !== null) {
      events.push({
        type: 'turn.ended',
        turnId: turn.turnId,
        reason: 'interrupted',
        message: 'Airlock stopped while the agent was working.',
      });
    }
    if (connection.type !== 'detached') events.push({ type: 'agent.detached' });
    this.parts.recorder.record(...events);
    if (events.length > 0) await this.parts.recorder.sync();
  }

  /** Starts the agent for a session that was just made. */
  start(): void {
    this.parts.recorder.record({ type: 'agent.starting' });
    this.act({ type: 'agent.starting' });
  }

  /** Settles when nothing that was set off is still under way, waiting for the agent included. */
  async drain(): Promise<void> {
    do {
      await this.queue.drain();
      await Promise.all(this.running);
    } while (this.running.size > 0);
    await this.parts.recorder.sync();
  }

  forceStop(): Promise<void> {
    return this.parts.agent.forceStop();
  }

  protected override release(): void {
    clearTimeout(this.patience);
    super.release();
  }

  private async decide(command: SessionCommand): Promise<Result<void>> {
    const decision = decide(this.state, command, this.parts.ids);
    if (!decision.ok) return decision;
    this.parts.recorder.record(...decision.value);
    // I3: what was decided is on disk before anybody acts on it.
    await this.parts.recorder.sync();
    for (const event of decision.value) this.act(event);
    return ok();
  }

  private act(event: SessionEvent): void {
    switch (event.type) {
      case 'turn.started':
        this.track(this.runTurn(event));
        break;
      case 'turn.steered':
        this.track(this.steer(event));
        break;
      case 'turn.cancelling':
        this.cancelTurn(event.turnId);
        break;
      case 'permission.answered':
      case 'elicitation.answered':
        this.parts.questions.settle(event.requestId, event.outcome);
        break;
      case 'agent.starting':
        this.track(this.attach());
        break;
      case 'session.titled':
        this.track(this.tellTitle(event.title));
        break;
    }
  }

  /** Wishes that only the agent can grant, and that are true only once it has confirmed them. */
  private async confirm(command: SessionCommand): Promise<Result<void>> {
    const attached = this.parts.agent.attached;
    try {
      switch (command.type) {
        case 'mode.set': {
          const events = await attached?.connection.setMode?.(
            attached.agentSessionId,
            command.modeId,
          );
          this.parts.recorder.record(...(events ?? []));
          return ok();
        }
        case 'option.set': {
          const events = await attached?.connection.setOption?.(
            attached.agentSessionId,
            command.optionId,
            command.value,
          );
          this.parts.recorder.record(...(events ?? []));
          return ok();
        }
        case 'authentication.start':
          await this.parts.agent.authenticate(command.methodId, command.apiKey);
          this.track(this.attach());
          return ok();
        default:
          return ok();
      }
    } catch (error) {
      if (error instanceof ConnectionError) return fail('unavailable', error.message, error.detail);
      throw error;
    }
  }

  private async attach(): Promise<void> {
    await this.parts.agent.attach();
    this.startNext();
  }

  private startNext(): void {
    const events = nextQueuedTurn(this.state, this.parts.ids);
    this.parts.recorder.record(...events);
    for (const event of events) this.act(event);
  }

  private async runTurn(event: EventOf<'turn.started'>): Promise<void> {
    const ended = await this.prompt(event.turnId, event.content);
    clearTimeout(this.patience);
    // The process may have died meanwhile, and its end closed the turn already.
    if (this.state.head.turn?.turnId === event.turnId) this.parts.recorder.record(ended);
    await this.parts.recorder.sync();
    if (ended.reason === 'end_turn') this.startNext();
  }

  private async prompt(
    turnId: TurnId,
    content: readonly ContentBlock[],
  ): Promise<EventOf<'turn.ended'>> {
    const attached = this.parts.agent.attached;
    if (attached === null) {
      return { type: 'turn.ended', turnId, reason: 'failed', message: 'The agent is not running.' };
    }
    try {
      await this.parts.recorder.sync();
      const result = await attached.connection.prompt(attached.agentSessionId, content);
      return { type: 'turn.ended', turnId, ...result };
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      if (error.code === 'authentication-required') this.requireAuthentication(attached, error);
      const reason = error.code === 'closed' ? 'interrupted' : 'failed';
      return { type: 'turn.ended', turnId, reason, message: error.message };
    }
  }

  private requireAuthentication({ connection }: Attached, error: ConnectionError): void {
    this.parts.recorder.record({
      type: 'authentication.required',
      message: error.message,
      methods: connection.authenticationMethods,
    });
  }

  private async steer(event: EventOf<'turn.steered'>): Promise<void> {
    const attached = this.parts.agent.attached;
    const taken = await attached?.connection
      .steer?.(attached.agentSessionId, event.content)
      .catch((error: unknown) => {
        onUnexpectedError(error);
        return false;
      });
    if (taken) return;
    this.parts.recorder.record(
      {
        type: 'notice.posted',
        noteId: this.parts.ids.mint('note'),
        severity: 'warning',
        title: 'The agent did not take the message while working. It was put in the queue.',
      },
      {
        type: 'prompt.queued',
        promptId: this.parts.ids.mint('queuedPrompt'),
        content: event.content,
      },
    );
  }

  private cancelTurn(turnId: TurnId): void {
    // The protocol wants every open question answered as cancelled, and no later answer counted.
    this.parts.questions.cancelAll('cancel');
    const attached = this.parts.agent.attached;
    attached?.connection.cancel(attached.agentSessionId);
    this.patience = setTimeout(() => {
      if (this.state.head.turn?.turnId !== turnId) return;
      this.parts.recorder.record({
        type: 'notice.posted',
        noteId: this.parts.ids.mint('note'),
        severity: 'warning',
        title: 'The agent has not stopped.',
        description: 'You can end its process; the conversation is kept.',
      });
    }, CANCEL_PATIENCE_MILLISECONDS);
  }

  private async tellTitle(title: string): Promise<void> {
    const attached = this.parts.agent.attached;
    await attached?.connection.setTitle?.(attached.agentSessionId, title);
  }

  private track(work: Promise<void>): void {
    const tracked = work.catch(onUnexpectedError).finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }
}
