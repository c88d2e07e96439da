import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { AppException, fail, ok, type Result } from '#shared/errors';
import { type Envelope, EVENT_VERSION, type SessionEvent } from '#shared/session/events';
import { apply } from '#shared/session/fold';
import type { KeptState } from '#shared/session/state';

/** Where a session's events and long bodies are kept. */
export interface SessionJournal {
  /** Takes the lines at once and writes them soon, in order. */
  append(envelopes: readonly Envelope[]): void;
  /** Everything appended so far is on disk. Rejects if the disk refuses, and then goes on trying. */
  sync(): Promise<void>;
  /** Settles when a disk that refuses takes data again, or when nobody waits for it any more. */
  recovery(): Promise<void>;
  /** Null while there is room; otherwise settles when appending may go on. */
  congestion(): Promise<void> | null;
  /** Replaces long bodies by references to where they are kept. */
  externalise(event: SessionEvent): SessionEvent;
}

/** Joins text chunks before they are counted; anything else passes through in order. */
export interface EventJoiner {
  push(event: SessionEvent): void;
  flush(): void;
  dispose(): void;
}

/**
 * I3: the one way into a session's state. An event is stamped, appended to the log, folded and
 * told, in that order; what it sets off comes after.
 */
export class SessionRecorder extends DisposableOwner {
  private readonly appended = this.register(new Emitter<readonly Envelope[]>());
  readonly onDidAppend = this.appended.event;
  private readonly joiner: EventJoiner;

  constructor(
    readonly state: KeptState,
    private readonly journal: SessionJournal,
    private readonly now: () => number,
    createJoiner: (emit: (events: readonly SessionEvent[]) => void) => EventJoiner,
  ) {
    super();
    this.joiner = this.register(createJoiner((events) => this.write(events)));
  }

  /** Takes what an agent said; text may wait a moment for more of it. Nothing once disposed. */
  ingest(events: readonly SessionEvent[]): void {
    if (this.isDisposed) return;
    for (const event of events) this.joiner.push(event);
  }

  /** Takes what we decided or saw ourselves, after all that the agent said before. */
  record(...events: readonly SessionEvent[]): void {
    if (this.isDisposed) return;
    this.joiner.flush();
    this.write(events);
  }

  /**
   * Used at decisions and turn ends: what was decided outlives a crash. A disk that refuses is
   * data; what was recorded stays in memory and is tried again.
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

  /** Waits out a disk that refuses. Settles at once when the session is let go. */
  async saved(): Promise<void> {
    while (!(await this.sync()).ok) await this.journal.recovery();
  }

  congestion(): Promise<void> | null {
    return this.journal.congestion();
  }

  /** Folds what must be true of a log that nothing may be added to. */
  assume(events: readonly SessionEvent[]): void {
    this.fold(this.stamp(events));
  }

  private write(events: readonly SessionEvent[]): void {
    if (events.length === 0) return;
    const envelopes = this.stamp(events.map((event) => this.journal.externalise(event)));
    this.journal.append(envelopes);
    this.fold(envelopes);
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
