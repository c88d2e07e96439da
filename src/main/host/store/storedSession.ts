import { once } from '#main/base/emitter';
import { AppException, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { Envelope, SessionEvent } from '#shared/session/events';
import { createState } from '#shared/session/fold';
import type { KeptState, SessionState } from '#shared/session/state';
import { BlobStore, type PackRepair } from './blobStore';
import { EventLog, type EventLogOptions } from './eventLog';
import { externalise } from './externalise';
import type { LogRepair } from './logRepair';
import { ReplayFold } from './replayFold';
import { TextRest } from './textRest';
import { type Whole, withWholeEntries } from './wholeEntries';

export interface SessionRepair {
  readonly log: LogRepair;
  readonly blobs: PackRepair;
  /** The log was longer once. */
  readonly isShortened: boolean;
}

export interface StoredSessionOptions extends EventLogOptions {
  readonly isShortened?: boolean;
}

/** One session's folder while it is in use: its state as the log has it, and where to add to it. */
export class StoredSession {
  private readonly closed = Promise.withResolvers<void>();
  private readonly texts: TextRest;

  private constructor(
    readonly state: KeptState,
    readonly log: EventLog,
    readonly blobs: BlobStore,
    readonly repair: SessionRepair,
  ) {
    this.texts = new TextRest(state, log);
  }

  static async open(
    id: SessionId,
    folder: string,
    { isShortened = false, ...options }: StoredSessionOptions = {},
  ): Promise<StoredSession> {
    const state: KeptState = createState(id);
    const fold = new ReplayFold(state);
    let blobs: BlobStore | undefined;
    const { log, repair } = await EventLog.open(folder, fold, {
      ...options,
      // A line never reaches the system before the blobs that it names.
      precede: async () => blobs?.written(),
    });
    try {
      fold.finish();
      // After the log, which says whether anything may be written here.
      const opened = await BlobStore.open(folder, {
        ...options,
        isReadOnly: log.readOnly !== null,
      });
      blobs = opened.blobs;
      // It waited for them, and need not wait for its own next attempt.
      blobs.onDidRecover(() => log.retry());
      const repairs = { log: repair, blobs: opened.repair, isShortened };
      return new StoredSession(state, log, blobs, repairs);
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  /** Takes the lines at once. Throws when the log is read-only, or the disk has failed for long. */
  append(envelopes: readonly Envelope[]): void {
    const result = this.log.append(envelopes);
    if (!result.ok) throw new AppException(result.error);
  }

  /** Everything appended so far is on disk; rejects if the disk refuses, and then goes on trying. */
  async sync(): Promise<void> {
    orThrow(await this.blobs.sync());
    orThrow(await this.log.sync());
  }

  /** Settles when neither file fails any more, or when the session is closed. */
  async recovery(): Promise<void> {
    for (const file of [this.blobs, this.log]) {
      if (!file.isFailing) continue;
      const recovered = Promise.withResolvers<void>();
      const subscription = once(file.onDidRecover, () => recovered.resolve());
      await Promise.race([recovered.promise, this.closed.promise]);
      subscription.dispose();
    }
  }

  /** The user has made room and does not want to wait for the next attempt. */
  retry(): void {
    this.blobs.retry();
    this.log.retry();
  }

  /** Null while there is room; otherwise settles when appending may go on. */
  congestion(): Promise<void> | null {
    return this.log.drained() ?? this.blobs.drained();
  }

  externalise(event: SessionEvent): SessionEvent {
    return externalise(event, this.blobs);
  }

  /** What is made of entries with all their text, as things stand when it is there. */
  withWholeEntries<T>(make: (whole: Whole) => T): Promise<Result<T>> {
    return withWholeEntries((texts) => this.log.readTexts(texts), make);
  }

  /** Lets go of long texts that have come since the last time: they are in the log. */
  settleTexts(): Promise<Result<void>> {
    return this.texts.settle();
  }

  /** A copy of the state with all text in it. */
  wholeState(): Promise<Result<SessionState>> {
    return this.withWholeEntries((whole) => {
      const { head, order, entries } = this.state;
      const all = [...entries].map(([id, entry]) => [id, whole(entry)] as const);
      return { head, order: [...order], entries: new Map(all) };
    });
  }

  /** Lets go of the files even if what was pending could not be written: the result says so. */
  async close(): Promise<Result<void>> {
    this.closed.resolve();
    const log = await this.log.close();
    const blobs = await this.blobs.close();
    return log.ok ? blobs : log;
  }
}

function orThrow(result: Result<void>): void {
  if (!result.ok) throw new AppException(result.error);
}
