import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { isSecret } from '#main/base/secrets/secretNames';
import { REDACTED, secretValues } from '#main/base/secrets/secretValues';
import { onUnexpectedError } from '#main/base/unexpected';
import { WAITING_PARTS } from '#main/host/limits';
import { AppException, fail, ok, type Result } from '#shared/errors';
import { type Envelope, EVENT_VERSION, type SessionEvent } from '#shared/session/events';
import { apply } from '#shared/session/fold';
import type { KeptState } from '#shared/session/state';
import { boundEvent, cutNotice, fullNotice, KeptRoom, TextParts } from './eventBounds';

/** The storage of a session's events and long bodies. */
export interface SessionJournal {
  /** The size in bytes, including data on its way to the disk. */
  readonly size: number;
  /** Takes the lines at once and writes them soon, in order. */
  append(envelopes: readonly Envelope[]): void;
  /**
   * Settles when everything appended so far is on disk. Rejects if the disk fails, and then keeps
   * trying.
   */
  sync(): Promise<void>;
  /** Settles when a failing disk accepts data again, or when the wait is cancelled. */
  recovery(): Promise<void>;
  /** Null while there is room; otherwise settles when appending may continue. */
  congestion(): Promise<void> | null;
  /** Replaces long bodies with references to where they are kept. */
  externalise(event: SessionEvent): SessionEvent;
  /** Drops long texts appended so far from memory: they are in the log. */
  settleTexts(): Promise<Result<void>>;
}

/** Joins text chunks before they are counted; other events pass through in order. */
export interface EventJoiner {
  push(event: SessionEvent): void;
  flush(): void;
  /** Called when no more events follow. */
  end(): void;
  dispose(): void;
}

/**
 * I3: the only way into a session's state. An event is stamped, appended to the log, applied and
 * broadcast, in that order; its effects come afterwards.
 */
export class SessionRecorder extends DisposableOwner {
  private readonly appended = this.register(new Emitter<readonly Envelope[]>());
  readonly onDidAppend = this.appended.event;
  private readonly joiner: EventJoiner;
  private readonly toldCuts = new Set<string>();
  private readonly parts = new TextParts(() => this.settlePart());
  private waitingParts = 0;
  private readonly room: KeptRoom;
  private isToldFull = false;
  private settled: Promise<void> = Promise.resolve();

  constructor(
    readonly state: KeptState,
    private readonly journal: SessionJournal,
    private readonly now: () => number,
    createJoiner: (emit: (events: readonly SessionEvent[]) => void) => EventJoiner,
  ) {
    super();
    this.room = new KeptRoom(state, () => journal.size);
    this.joiner = this.register(createJoiner((events) => this.writeHeard(events)));
  }

  /**
   * Takes the agent's events; text may wait a moment for more of it. Does nothing once disposed.
   */
  ingest(events: readonly SessionEvent[]): void {
    if (this.isDisposed) return;
    for (const event of events) this.joiner.push(event);
  }

  /** Records our own decisions and observations, after everything that the agent sent before. */
  record(...events: readonly SessionEvent[]): void {
    if (this.isDisposed) return;
    if (events.some(({ type }) => endsMessages.has(type))) this.joiner.end();
    else this.joiner.flush();
    if (events.some(({ type }) => type === 'turn.started')) this.parts.beginTurn();
    this.write(events);
  }

  /**
   * Called at decisions and at the end of turns, so that decisions outlive a crash. A failing disk
   * is an expected result: recorded events stay in memory and are retried.
   */
  async sync(): Promise<Result<void>> {
    if (this.isDisposed) return ok();
    this.joiner.flush();
    try {
      await this.journal.sync();
      return ok();
    } catch (error) {
      if (!(error instanceof AppException)) throw error;
      return fail(error.code, error.message, error.detail);
    }
  }

  /** Waits until a failing disk works again. Settles at once when the session is closed. */
  async saved(): Promise<void> {
    while (!(await this.sync()).ok) await this.journal.recovery();
  }

  /** I21: whether no more of the agent's events are kept. */
  get isFull(): boolean {
    return this.room.isFull;
  }

  congestion(): Promise<void> | null {
    return this.waitingParts > WAITING_PARTS ? this.settled : this.journal.congestion();
  }

  private settlePart(): void {
    this.waitingParts++;
    this.settled = this.journal.settleTexts().then(
      () => void this.waitingParts--,
      (error: unknown) => {
        this.waitingParts--;
        onUnexpectedError(error);
      },
    );
  }

  /** Applies facts without logging them, for a log that nothing may be added to. */
  assume(events: readonly SessionEvent[]): void {
    this.fold(this.stamp(events));
  }

  private write(events: readonly SessionEvent[]): void {
    const ready = events.flatMap((event) => this.readyToKeep(withoutSecrets(event)));
    for (const event of ready) this.room.count(event);
    this.append([...ready, ...this.newsOfFullness()]);
  }

  /**
   * Writes the agent's events, cut to the available room. A long text is cut after its secrets were
   * removed.
   */
  private writeHeard(events: readonly SessionEvent[]): void {
    for (const event of events) {
      if (!this.room.mayTake(event)) continue;
      this.parts.take(withoutSecrets(event), (part) => this.append(this.roomFor(part)));
    }
  }

  private roomFor(event: SessionEvent): readonly SessionEvent[] {
    const { room } = this;
    const ready = room.mayTake(event) ? this.readyToKeep(event) : [];
    const kept = ready.filter((each) => room.take(each));
    return [...kept, ...this.newsOfFullness()];
  }

  private newsOfFullness(): readonly SessionEvent[] {
    const isNews = this.room.isFull && !this.isToldFull;
    this.isToldFull ||= this.room.isFull;
    return isNews ? [fullNotice] : [];
  }

  private readyToKeep(event: SessionEvent): readonly SessionEvent[] {
    return this.bounded(event).map((each) => this.journal.externalise(each));
  }

  private append(events: readonly SessionEvent[]): void {
    if (events.length === 0) return;
    const envelopes = this.stamp(events);
    this.journal.append(envelopes);
    this.fold(envelopes);
  }

  /**
   * The limited event, followed by a notice if a list was cut, once per list in a run of the app.
   */
  private bounded(event: SessionEvent): readonly SessionEvent[] {
    const { event: bounded, cuts } = boundEvent(event);
    const news = cuts.filter(({ field }) => !this.toldCuts.has(`${event.type} ${field}`));
    if (news.length === 0) return [bounded];
    for (const { field } of news) this.toldCuts.add(`${event.type} ${field}`);
    return [bounded, ...news.map((cut) => cutNotice(event.type, cut))];
  }

  private stamp(events: readonly SessionEvent[]): readonly Envelope[] {
    return events.map((event, index) => ({
      v: EVENT_VERSION,
      seq: this.state.head.seq + 1 + index,
      at: this.now(),
      ...event,
    }));
  }

  private fold(envelopes: readonly Envelope[]): void {
    for (const envelope of envelopes) apply(this.state, envelope);
    this.appended.fire(envelopes);
  }
}

/** Events after which an agent's text does not continue. */
const endsMessages = new Set<SessionEvent['type']>([
  'turn.started',
  'turn.ended',
  'agent.detached',
  'agent.exited',
]);

/**
 * Events with the user's own words, which are sent to the agent as they are in the log, and so are
 * not changed.
 */
const saidByUser = new Set<SessionEvent['type']>([
  'prompt.queued',
  'prompt.edited',
  'turn.started',
  'turn.steered',
]);

/**
 * An event for the log, without secrets that agents were given or that a form asked for by name.
 */
function withoutSecrets(event: SessionEvent): SessionEvent {
  if (saidByUser.has(event.type)) return event;
  if (event.type === 'elicitation.answered' && event.outcome.type === 'accepted') {
    const values = Object.entries(event.outcome.values).map(
      ([name, value]) => [name, isSecret(name, value) ? REDACTED : value] as const,
    );
    const outcome = { type: 'accepted', values: Object.fromEntries(values) } as const;
    return secretValues.redactMembers({ ...event, outcome });
  }
  const redacted = secretValues.redactMembers(event);
  // A command's output may begin anywhere, and ends where the command was killed.
  if (redacted.type === 'terminal.ended' && typeof redacted.tail === 'string') {
    return { ...redacted, tail: secretValues.redactPiece(redacted.tail) };
  }
  // The agent chooses where its command runs, but not where the session is.
  if (redacted.type !== 'terminal.started') return redacted;
  return { ...redacted, cwd: secretValues.redact(redacted.cwd) };
}
