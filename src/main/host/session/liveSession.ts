import { ConnectionError } from '#main/agents/connection';
import { DisposableOwner, toDisposable } from '#main/base/disposable';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import { answeredWithin } from '#main/host/answeredWithin';
import type { HostTimings } from '#main/host/limits';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { IdSource } from '#shared/ids';
import type { CommandOf, SessionCommand, StartSetting } from '#shared/session/commands';
import { decide } from '#shared/session/decide';
import type { EventOf, SessionEvent } from '#shared/session/events';
import type { KeptState } from '#shared/session/state';
import { COPY_GONE, copyGone } from '#shared/session/words/copyGone';
import type { Questions } from './questions';
import { secretAnswers } from './secretAnswers';
import type { SessionRecorder } from './sessionRecorder';
import { type Attached, Turns } from './turns';

/** Starts agents and attaches conversations; see `sessionAgent`. */
export interface SessionAgentPort {
  readonly attached: Attached | null;
  /** `afresh`: whether a process that is held without a conversation is released first. */
  attach(options: { readonly afresh: boolean }): Promise<void>;
  /** Cancels an agent's start. */
  cancelStart(): Promise<void>;
  /** Detaches the agent in good order and records nothing. */
  withdraw(): Promise<unknown>;
  authenticate(methodId: string, apiKey: string | undefined): Promise<void>;
  logOut(): Promise<void>;
  /** Ends the agent's process if it no longer responds. */
  forceStop(): Promise<void>;
  /** Called when the agent's replay is over: its later messages are new. */
  endReplay(): void;
}

export interface LiveSessionParts {
  readonly recorder: SessionRecorder;
  readonly questions: Questions;
  readonly agent: SessionAgentPort;
  readonly ids: IdSource;
  readonly timings: HostTimings;
  /** The reason why nothing may be added to the log, as text; usually null. */
  readonly readOnly: string | null;
  now(): number;
  /** Advice for a user who restarts the agent again after these times; null for none. */
  adviseRestart(restarts: readonly number[], now: number): string | null;
  /** Remembers secrets that the agent gets and that must not appear in our files. */
  rememberSecrets?: ((secrets: readonly string[]) => void) | undefined;
  load(event: EventOf<'turn.started'>): Promise<EventOf<'turn.started'>>;
  /** Recreates the agent's copy. */
  restoreCopy(): Promise<Result<void>>;
}

/** How the project's setup command ended, if it could run at all. */
export interface SetupEnd {
  readonly outcome: 'done' | 'failed';
  /** The reason for a failure. */
  readonly message?: string;
}

/** Why a turn was interrupted that was open when the app ended, whether by a crash or in order. */
export const AIRLOCK_STOPPED = 'Airlock stopped while the agent was working.';
export const AIRLOCK_CLOSED = 'Airlock closed the session while the agent was working.';

/**
 * Events that need not wait for the disk: a turn waits itself, so that it can be stopped in the
 * meantime; stopping does no harm.
 */
const needsNoDisk = new Set<SessionEvent['type']>(['turn.started', 'turn.cancelling']);

/** One open session: command → decision → log → effect. */
export class LiveSession extends DisposableOwner {
  private readonly queue = this.register(new Queue());
  private readonly running = new Set<Promise<void>>();
  private readonly turns: Turns;
  /** Settles when the last start of the agent is over, whatever its result. */
  private starting: Promise<void> = Promise.resolve();
  /** Settings chosen before the start, and not yet given to the agent. */
  private wanted: readonly StartSetting[] = [];
  /** The times at which the user restarted the agent. */
  private readonly restarts: number[] = [];

  constructor(private readonly parts: LiveSessionParts) {
    super();
    const { recorder, questions, agent, ids, timings } = parts;
    this.register(recorder);
    this.turns = new Turns({
      recorder,
      questions,
      ids,
      timings,
      attached: () => agent.attached,
      onStart: () => agent.endReplay(),
      load: parts.load,
    });
    this.register(toDisposable(() => this.turns.dispose()));
  }

  get state(): KeptState {
    return this.parts.recorder.state;
  }

  /** Handles one command at a time. The result tells only whether the command was accepted. */
  async dispatch(command: SessionCommand): Promise<Result<void>> {
    const { readOnly } = this.parts;
    if (readOnly !== null) return fail('refused', readOnly);
    if (this.isDisposed) return fail('unavailable', 'The session was closed.');
    const decided = await this.queue.run(() => this.decide(command));
    // Not in the queue, because an agent that never answers must not delay "Stop".
    return decided.ok ? this.confirm(command) : decided;
  }

  /** Finishes what an earlier run of the app left open. */
  async recover(): Promise<void> {
    await this.wrapUp(AIRLOCK_STOPPED);
  }

  /** Closes open requests before the session is closed. */
  interrupt(): void {
    if (this.parts.readOnly === null) {
      this.turns.interrupt(AIRLOCK_CLOSED);
    }
  }

  /** Records that there is no agent any more. */
  async wrapUp(message: string): Promise<void> {
    const { recorder, readOnly } = this.parts;
    const { turn, connection, queue, setup } = this.state.head;
    this.turns.isQueueHeld = queue.length > 0;
    const events: SessionEvent[] = [];
    if (turn !== null) {
      events.push({ type: 'turn.ended', turnId: turn.turnId, reason: 'interrupted', message });
    }
    if (setup !== null) events.push({ type: 'setup.ended', ...setup, outcome: 'interrupted' });
    if (connection.type !== 'detached') events.push({ type: 'agent.detached' });
    if (events.length === 0) return;
    if (readOnly !== null) {
      recorder.assume(events);
      return;
    }
    recorder.record(...events);
    await recorder.sync();
  }

  /** Gives these settings to the agent once it is attached, before the first prompt. */
  want(settings: readonly StartSetting[]): void {
    this.wanted = settings;
  }

  /** Starts the agent for a new session. */
  start(): void {
    this.parts.recorder.record({ type: 'agent.starting' });
    this.act({ type: 'agent.starting' });
  }

  /** The copy is missing: ends the turn, detaches the agent, and says what the user can do. */
  loseCopy(): void {
    const { recorder, agent, readOnly } = this.parts;
    const { connection, cwd } = this.state.head;
    const isKnown = connection.type === 'failed' && connection.message === COPY_GONE;
    if (isKnown || readOnly !== null || this.isDisposed || recorder.isDisposed) return;
    this.turns.interrupt(COPY_GONE);
    recorder.record(copyGone(cwd));
    this.track(agent.withdraw().then(() => undefined));
  }

  /** Why the project's setup was not followed. */
  remark(description: string): void {
    this.warn(
      'The project’s .airlock.json was not applied.',
      `${description} “Review project setup…” in the command palette shows it.`,
    );
  }

  /** Runs the setup. Prompts wait until it has ended or the user does not want to wait. */
  setUp(command: string, ending: Promise<SetupEnd>): void {
    const { recorder, ids } = this.parts;
    const noteId = ids.mint('note');
    recorder.record({ type: 'setup.started', noteId, command });
    const failed = (error: unknown): SetupEnd => {
      onUnexpectedError(error);
      return { outcome: 'failed', message: 'It could not be run.' };
    };
    this.track(
      ending.catch(failed).then((end) => {
        if (recorder.isDisposed || this.state.head.setup?.noteId !== noteId) return;
        const ended = { type: 'setup.ended', noteId, command, ...end } as const;
        recorder.record(ended);
        this.act(ended);
      }),
    );
  }

  /** Continues with queued prompts after the login. */
  goOnAfterLogIn(): void {
    this.turns.isQueueHeld = false;
    this.track(this.attach({ afresh: false }));
  }

  /** Settles when no started work is left, including waiting for the agent. */
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

  private async decide(command: SessionCommand): Promise<Result<readonly SessionEvent[]>> {
    const { recorder, ids } = this.parts;
    // I20: before an answer is recorded or the agent gets it.
    this.parts.rememberSecrets?.(secretAnswers(this.state, command));
    const decision = decide(this.state, command, ids);
    if (!decision.ok) return decision;
    try {
      recorder.record(...decision.value);
    } catch (error) {
      if (error instanceof AppException) return fail(error.code, error.message, error.detail);
      throw error;
    }
    if (command.type === 'prompt.send' || command.type === 'queue.resume') {
      this.turns.isQueueHeld = false;
    }
    const { ok: isSaved } = await recorder.sync();
    for (const event of decision.value) {
      if (isSaved || needsNoDisk.has(event.type)) this.act(event);
      else this.track(this.actWhenSaved(event));
      // Done before another command can change it.
      if (command.type === 'prompt.steer' && event.type === 'prompt.queued') {
        this.track(this.turns.steer(event.promptId, command.content));
      }
    }
    return decision;
  }

  /** I3: the decision is on disk before anybody acts on it, however long a full disk takes. */
  private async actWhenSaved(event: SessionEvent): Promise<void> {
    await this.parts.recorder.saved();
    if (!this.isDisposed) this.act(event);
  }

  private act(event: SessionEvent): void {
    switch (event.type) {
      case 'turn.started':
        this.track(this.turns.run(event));
        break;
      case 'setup.ended':
      // The queue's first prompt may have been held back while the user edited it.
      case 'prompt.edited':
      case 'prompt.paused':
      case 'prompt.removed':
        this.track(this.turns.runQueued());
        break;
      case 'turn.cancelling':
        this.turns.cancel(event.turnId);
        break;
      case 'permission.answered':
      case 'elicitation.answered':
        this.parts.questions.settle(event.requestId, event.outcome);
        break;
      case 'agent.starting':
        this.starting = this.parts.agent.attach({ afresh: true });
        this.track(this.starting.then(() => this.continueStart()));
        break;
      case 'agent.detached':
        this.track(this.parts.agent.cancelStart());
        break;
      case 'session.titled':
        this.track(this.tellTitle(event.title));
        break;
    }
  }

  /** Requests that only the agent can grant; they take effect once it has confirmed them. */
  private async confirm(command: SessionCommand): Promise<Result<void>> {
    if (command.type === 'copy.restore') return this.restoreCopy();
    try {
      await this.ask(command);
      return ok();
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      const code = error.code === 'timeout' ? 'timeout' : 'unavailable';
      return fail(code, error.message, error.detail);
    }
  }

  private async restoreCopy(): Promise<Result<void>> {
    const restored = await this.parts.restoreCopy();
    return restored.ok ? this.dispatch({ type: 'agent.restart' }) : restored;
  }

  private async ask(command: SessionCommand): Promise<void> {
    const { agent } = this.parts;
    switch (command.type) {
      case 'mode.set':
      case 'option.set':
        this.parts.recorder.record(...(await this.set(command)));
        break;
      case 'agent.restart':
        this.noteRestart();
        break;
      case 'authentication.start':
        await agent.authenticate(command.methodId, command.apiKey);
        break;
      case 'authentication.logout':
        await agent.logOut();
        break;
    }
  }

  private async set(
    command: CommandOf<'mode.set'> | CommandOf<'option.set'>,
  ): Promise<readonly SessionEvent[]> {
    const { agent, timings } = this.parts;
    await this.starting;
    if (agent.attached === null) {
      throw new ConnectionError('closed', 'The agent is not running, so nothing was changed.');
    }
    const { connection, agentSessionId } = agent.attached;
    const answer =
      command.type === 'mode.set'
        ? connection.setMode?.(agentSessionId, command.modeId)
        : connection.setOption?.(agentSessionId, command.optionId, command.value);
    if (answer === undefined) return [];
    const events = await answeredWithin(timings.answerMilliseconds, answer);
    // An agent that is started again gets the setting from the start.
    const chosen =
      command.type === 'mode.set'
        ? { mode: command.modeId }
        : { options: { [command.optionId]: command.value } };
    return [...events, { type: 'options.chosen', chosen }];
  }

  private noteRestart(): void {
    const now = this.parts.now();
    const advice = this.parts.adviseRestart(this.restarts, now);
    this.restarts.push(now);
    if (advice === null) return;
    this.warn(advice, 'Restarting it may not help. Check its output and its settings.');
  }

  private async attach(options: { readonly afresh: boolean }): Promise<void> {
    await this.parts.agent.attach(options);
    await this.continueStart();
  }

  /** Applies what the user chose and prompted before the agent was attached. */
  private async continueStart(): Promise<void> {
    if (this.parts.agent.attached !== null) await this.giveWanted();
    await this.turns.runQueued();
  }

  /**
   * Gives the agent the chosen settings. It may have changed its offers since the user chose; that
   * is only reported.
   */
  private async giveWanted(): Promise<void> {
    const wanted = this.wanted;
    this.wanted = [];
    for (const setting of wanted) {
      const given = await this.dispatch(setting);
      if (given.ok || this.isDisposed) continue;
      const value = setting.type === 'mode.set' ? setting.modeId : String(setting.value);
      this.warn(
        `The agent did not accept “${value}”, which you chose before the start.`,
        given.error.message,
      );
    }
  }

  private warn(title: string, description: string): void {
    const { recorder, ids } = this.parts;
    const noteId = ids.mint('note');
    recorder.record({ type: 'notice.posted', noteId, severity: 'warning', title, description });
  }

  private async tellTitle(title: string): Promise<void> {
    const { agent, timings } = this.parts;
    const { attached } = agent;
    const answer = attached?.connection.setTitle?.(attached.agentSessionId, title);
    if (answer === undefined) return;
    await answeredWithin(timings.answerMilliseconds, answer).catch((error: unknown) => {
      // The title is ours, whether or not the agent accepts it.
      if (!(error instanceof ConnectionError)) throw error;
    });
  }

  private track(work: Promise<void>): void {
    const tracked = work.catch(onUnexpectedError).finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }
}
