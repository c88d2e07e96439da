import { type AgentConnection, ConnectionError } from '#main/agents/connection';
import { answeredWithin } from '#main/host/answeredWithin';
import type { HostTimings } from '#main/host/limits';
import { AppException } from '#shared/errors';
import type { AgentSessionId, IdSource, QueuedPromptId, TurnId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import { nextQueuedTurn } from '#shared/session/decide';
import type { EventOf } from '#shared/session/events';
import type { QueuedPrompt } from '#shared/session/state';
import type { Questions } from './questions';
import type { SessionRecorder } from './sessionRecorder';

/** A running agent that holds this session's conversation. */
export interface Attached {
  readonly connection: AgentConnection;
  readonly agentSessionId: AgentSessionId;
}

export interface TurnParts {
  readonly recorder: SessionRecorder;
  readonly questions: Questions;
  readonly ids: IdSource;
  readonly timings: HostTimings;
  attached(): Attached | null;
  /** Called when a turn begins: later messages of the agent are new. */
  onStart(): void;
  /** Restores long bodies in an event that is about to be sent. */
  load(event: EventOf<'turn.started'>): Promise<EventOf<'turn.started'>>;
}

/** Sends prompts to the agent, one turn after another, and stops turns. */
export class Turns {
  /** Whether the queue waits for the user, after a turn that was stopped or failed. */
  isQueueHeld = false;
  private sent: TurnId | null = null;
  private patience: NodeJS.Timeout | undefined;
  private readonly steering = new Set<Promise<void>>();
  private stopWaiting: () => void = () => undefined;

  constructor(private readonly parts: TurnParts) {}

  /** Runs the turn, and those that wait behind it in the queue. */
  async run(first: EventOf<'turn.started'>): Promise<void> {
    await this.take(first);
    await this.runQueued();
  }

  async runQueued(): Promise<void> {
    for (let next = this.next(); next !== undefined; next = this.next()) await this.take(next);
  }

  /**
   * Sends a queued prompt to the running turn; it stays in the queue if the agent does not accept
   * it.
   */
  steer(promptId: QueuedPromptId, content: readonly ContentBlock[]): Promise<void> {
    const work = this.trySteering(promptId, content).finally(() => this.steering.delete(work));
    this.steering.add(work);
    return work;
  }

  cancel(turnId: TurnId): void {
    // The protocol requires every open question to be answered as cancelled, and ignores later
    // answers.
    this.parts.questions.cancelAll('cancel');
    this.stopWaiting();
    const attached = this.parts.attached();
    // A prompt that is still waiting here is not sent at all.
    if (this.sent === turnId) attached?.connection.cancel(attached.agentSessionId);
    const { cancelPatienceMilliseconds } = this.parts.timings;
    this.patience = setTimeout(() => this.loseHope(turnId), cancelPatienceMilliseconds);
  }

  /** Closes the turn because the process or the app is ending, whatever the agent still sends. */
  interrupt(message: string): void {
    const { recorder, questions } = this.parts;
    clearTimeout(this.patience);
    this.stopWaiting();
    this.isQueueHeld = true;
    questions.cancelAll('exit');
    const { turn } = recorder.state.head;
    if (turn === null) return;
    recorder.record({ type: 'turn.ended', turnId: turn.turnId, reason: 'interrupted', message });
  }

  dispose(): void {
    clearTimeout(this.patience);
  }

  private next(): EventOf<'turn.started'> | undefined {
    const { recorder, ids } = this.parts;
    if (this.isQueueHeld || recorder.isDisposed) return undefined;
    const [event] = nextQueuedTurn(recorder.state, ids);
    if (event?.type !== 'turn.started') return undefined;
    recorder.record(event);
    return event;
  }

  private async take(event: EventOf<'turn.started'>): Promise<void> {
    const { recorder, questions } = this.parts;
    const ended = await this.prompt(event);
    await Promise.all(this.steering);
    clearTimeout(this.patience);
    const isOpen = this.isOpen(event.turnId);
    if (!isOpen || ended.reason !== 'end_turn' || this.isCancelling(event.turnId)) {
      this.isQueueHeld = true;
    }
    // The process may have died in the meantime, which has closed the turn already.
    if (!isOpen) return;
    // I6: a question does not outlive its turn, and the agent gets an answer to it.
    questions.cancelAll('agent');
    recorder.record(ended);
    await recorder.sync();
  }

  /** I3: the prompt is on disk before the agent gets it. Stopping ends the wait for a disk. */
  private async saved(): Promise<void> {
    const stopped = Promise.withResolvers<void>();
    this.stopWaiting = stopped.resolve;
    await Promise.race([this.parts.recorder.saved(), stopped.promise]);
  }

  private async prompt(event: EventOf<'turn.started'>): Promise<EventOf<'turn.ended'>> {
    const { turnId } = event;
    const end = (
      reason: EventOf<'turn.ended'>['reason'],
      message?: string,
      detail?: string,
    ): EventOf<'turn.ended'> => ({
      type: 'turn.ended' as const,
      turnId,
      reason,
      ...(message === undefined ? {} : { message }),
      ...(detail === undefined ? {} : { detail }),
    });
    try {
      await this.saved();
      if (this.isCancelling(turnId)) return end('cancelled');
      const { content } = await this.parts.load(event);
      // The turn was closed while it waited for the disk: the agent must not get the prompt any
      // more.
      if (!this.isOpen(turnId)) return end('interrupted');
      const attached = this.parts.attached();
      if (attached === null) return end('failed', 'The agent is not running.');
      if (this.isCancelling(turnId)) return end('cancelled');
      this.parts.onStart();
      this.sent = turnId;
      const { unknownReason, ...result } = await attached.connection.prompt(
        attached.agentSessionId,
        content,
      );
      if (unknownReason !== undefined) this.tellReason(turnId, unknownReason);
      return { type: 'turn.ended', turnId, ...result };
    } catch (error) {
      if (error instanceof AppException) return end('failed', error.message);
      if (!(error instanceof ConnectionError)) throw error;
      if (error.code === 'closed') return end('interrupted', error.message);
      if (this.isCancelling(turnId)) return end('cancelled', error.message);
      if (error.code === 'authentication-required') this.waitForLogin(event, error);
      return end('failed', error.message, error.detail);
    } finally {
      this.sent = null;
    }
  }

  /** The agent has not accepted the prompt, so it is sent again once the user has logged in. */
  private waitForLogin({ content }: EventOf<'turn.started'>, error: ConnectionError): void {
    const { recorder, ids } = this.parts;
    recorder.record(
      {
        type: 'authentication.required',
        message: error.message,
        methods: this.parts.attached()?.connection.authenticationMethods ?? [],
      },
      { type: 'prompt.queued', promptId: ids.mint('queuedPrompt'), content },
    );
  }

  private async trySteering(
    promptId: QueuedPromptId,
    content: readonly ContentBlock[],
  ): Promise<void> {
    const { recorder, ids } = this.parts;
    const queued = this.queued(promptId);
    // The turn may have ended in the meantime, and the next one may have begun with this prompt.
    if (queued === undefined) return;
    // I3: the prompt is on disk before the agent gets it.
    const { ok: isSaved } = await recorder.sync();
    // The user may have withdrawn or changed it, or stopped the turn.
    if (this.queued(promptId) !== queued || this.isStopped) return;
    const isTaken = isSaved && (await this.isTakenInTurn(content));
    const { turn } = recorder.state.head;
    const now = this.queued(promptId);
    if (isTaken && turn !== null) {
      const messageId = ids.mint('message');
      const steered = { type: 'turn.steered', turnId: turn.turnId, messageId, content } as const;
      // The user's later version stays in the queue.
      recorder.record(now === queued ? { ...steered, promptId } : steered);
    } else if (now !== undefined) {
      recorder.record({
        type: 'notice.posted',
        noteId: ids.mint('note'),
        severity: 'warning',
        title: isSaved
          ? 'The agent did not accept the message while working. It was queued.'
          : 'The message could not be saved, so it was not sent to the working agent. It was queued.',
      });
    }
  }

  private queued(promptId: QueuedPromptId): QueuedPrompt | undefined {
    return this.parts.recorder.state.head.queue.find((prompt) => prompt.promptId === promptId);
  }

  private get isStopped(): boolean {
    const { recorder } = this.parts;
    const { turn } = recorder.state.head;
    return recorder.isDisposed || turn === null || turn.cancelling;
  }

  private async isTakenInTurn(content: readonly ContentBlock[]): Promise<boolean> {
    const attached = this.parts.attached();
    const answer = attached?.connection.steer?.(attached.agentSessionId, content);
    try {
      return answer ? await answeredWithin(this.parts.timings.answerMilliseconds, answer) : false;
    } catch (error) {
      if (error instanceof ConnectionError) return false;
      throw error;
    }
  }

  /** Shows an unknown reason, which must not look like a normal end. */
  private tellReason(turnId: TurnId, reason: string): void {
    if (!this.isOpen(turnId)) return;
    this.parts.recorder.record({
      type: 'notice.posted',
      noteId: this.parts.ids.mint('note'),
      severity: 'info',
      title: `The agent stopped for a reason that Airlock does not know: ${reason}`,
    });
  }

  private loseHope(turnId: TurnId): void {
    if (!this.isOpen(turnId)) return;
    this.parts.recorder.record({
      type: 'notice.posted',
      noteId: this.parts.ids.mint('note'),
      severity: 'warning',
      title: 'The agent has not stopped.',
      description: '“Force stop” ends its process; the conversation is kept.',
    });
  }

  private isOpen(turnId: TurnId): boolean {
    const { recorder } = this.parts;
    return !recorder.isDisposed && recorder.state.head.turn?.turnId === turnId;
  }

  private isCancelling(turnId: TurnId): boolean {
    const { turn } = this.parts.recorder.state.head;
    return turn?.turnId === turnId && turn.cancelling;
  }
}
