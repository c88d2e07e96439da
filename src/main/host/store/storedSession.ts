import { once } from '#main/base/emitter';
import { ownText } from '#main/base/ownText';
import {
  INLINE_BODY_BYTES,
  INLINE_SHOWN_BYTES,
  MENDED_CHARACTERS,
  PREVIEW_CHARACTERS,
} from '#main/host/store/limits';
import { AppException, type Result } from '#shared/errors';
import type { BlobHash, SessionId } from '#shared/ids';
import { type BlobReference, type Body, isBlobReference } from '#shared/session/content';
import type { Envelope, SessionEvent } from '#shared/session/events';
import { createState } from '#shared/session/fold';
import type { BodyKind } from '#shared/session/kinds/bodies';
import { mapBodies } from '#shared/session/kinds/eventKinds';
import type { KeptState, SessionState } from '#shared/session/state';
import { BlobStore, type PackRepair } from './blobs/blobStore';
import { EventLog, type EventLogOptions } from './log/eventLog';
import type { LogRepair } from './log/logRepair';
import { ReplayFold } from './log/replayFold';
import { TextRest } from './text/textRest';
import { type Whole, withWholeEntries } from './text/wholeEntries';

export interface SessionRepair {
  readonly log: LogRepair;
  readonly blobs: PackRepair;
  /** Whether the log was longer before. */
  readonly isShortened: boolean;
}

export interface StoredSessionOptions extends EventLogOptions {
  readonly isShortened?: boolean;
}

/** One session's folder while it is in use: the state in its log, and the means to add to it. */
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
      owner: id,
      // A line never reaches the system before the blobs that it refers to.
      precede: async () => blobs?.written(),
    });
    try {
      fold.finish();
      // Opened after the log, which determines whether anything may be written here.
      const opened = await BlobStore.open(folder, {
        ...options,
        isReadOnly: log.readOnly !== null,
      });
      blobs = opened.blobs;
      // The log waited for the blobs, and need not wait for its own next retry.
      blobs.onDidRecover(() => log.retry());
      const repairs = { log: repair, blobs: opened.repair, isShortened };
      return new StoredSession(state, log, blobs, repairs);
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  /** The size in bytes, including data on its way to the disk. */
  get size(): number {
    return this.log.size + this.blobs.size;
  }

  /**
   * Takes the lines at once. Throws if the log is read-only, or if the disk has failed for long.
   */
  append(envelopes: readonly Envelope[]): void {
    const result = this.log.append(envelopes);
    if (!result.ok) throw new AppException(result.error);
  }

  /**
   * Settles when everything appended so far is on disk. Rejects if the disk fails, and then keeps
   * trying.
   */
  async sync(): Promise<void> {
    orThrow(await this.blobs.sync());
    orThrow(await this.log.sync());
  }

  /** Settles when no file fails any more, or when the session is closed. */
  async recovery(): Promise<void> {
    for (const file of [this.blobs, this.log]) {
      if (!file.isFailing) continue;
      const recovered = Promise.withResolvers<void>();
      const subscription = once(file.onDidRecover, () => recovered.resolve());
      await Promise.race([recovered.promise, this.closed.promise]);
      subscription.dispose();
    }
  }

  /** Called when the user has made room and does not want to wait for the next retry. */
  retry(): void {
    this.blobs.retry();
    this.log.retry();
  }

  /** Null while there is room; otherwise settles when appending may continue. */
  congestion(): Promise<void> | null {
    return this.log.drained() ?? this.blobs.drained();
  }

  externalise(event: SessionEvent): SessionEvent {
    return externalise(event, this.blobs);
  }

  /** Runs `make` once all entry text is loaded. */
  withWholeEntries<T>(make: (whole: Whole) => T): Promise<Result<T>> {
    return withWholeEntries((texts) => this.log.readTexts(texts), make);
  }

  /** Drops long texts that arrived since the last call from memory: they are in the log. */
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

  /** Closes the files even if pending data could not be written; the result tells. */
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

export interface BlobSink {
  put(content: string): BlobHash | null;
  lengthOf(blob: BlobHash): number;
}

export interface BlobSource {
  get(hash: BlobHash): Promise<Buffer | null>;
}

/** Moves the long bodies of an event into blobs; message text is not a body and stays. */
export function externalise<E extends SessionEvent>(event: E, blobs: BlobSink): E {
  // Bodies are only replaced with bodies, so the event keeps its type and its other fields.
  return mapBodies(event, (body, kind) => toReference(body, kind, blobs)) as E;
}

/** The text of a body; null if its blob is missing. */
export async function resolveBody(body: Body, blobs: BlobSource): Promise<string | null> {
  if (!isBlobReference(body)) return body;
  return (await blobs.get(body.blob))?.toString('utf8') ?? null;
}

/** Puts the bodies back; one whose blob is missing stays a reference. */
export async function internalise<E extends SessionEvent>(event: E, blobs: BlobSource): Promise<E> {
  const references = new Set<BlobReference>();
  mapBodies(event, (body) => {
    if (isBlobReference(body)) references.add(body);
    return body;
  });
  const texts = new Map<Body, string>();
  for (const reference of references) {
    const text = await resolveBody(reference, blobs);
    if (text !== null) texts.set(reference, text);
  }
  return mapBodies(event, (body) => texts.get(body) ?? body) as E;
}

function toReference(body: Body, kind: BodyKind, blobs: BlobSink): Body {
  if (isBlobReference(body) || isShort(body, kind)) return body;
  // A body that cannot be stored separately stays in its line, which can hold it.
  const blob = blobs.put(body) ?? (isMendable(body) ? blobs.put(body.toWellFormed()) : null);
  if (blob === null) return body;
  const bytes = blobs.lengthOf(blob);
  return kind === 'binary' ? { blob, bytes } : { blob, bytes, preview: previewOf(body) };
}

/**
 * Whether a text is short. The number of characters usually decides, since each takes one to three
 * bytes.
 */
function isShort(text: string, kind: BodyKind): boolean {
  const limit = kind === 'shown' ? INLINE_SHOWN_BYTES : INLINE_BODY_BYTES;
  if (text.length > limit) return false;
  return text.length * 3 <= limit || Buffer.byteLength(text) <= limit;
}

/**
 * Whether a text with half characters is kept: a few are kept, but in a long text they are damage.
 */
function isMendable(text: string): boolean {
  return text.length > MENDED_CHARACTERS && !text.isWellFormed();
}

function previewOf(text: string): string {
  const cut = text.slice(0, PREVIEW_CHARACTERS);
  return ownText(/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut);
}
