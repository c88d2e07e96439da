import { join } from 'node:path';
import type { Event } from '#main/base/emitter';
import { explainRead } from '#main/base/files/keptFile';
import {
  errorCode,
  type FileAccess,
  type OpenFile,
  openFile,
  syncFolder,
} from '#main/host/store/fileAccess';
import { LOG_FILE } from '#main/host/store/layout';
import { INDEX_STRIDE } from '#main/host/store/limits';
import { readResting } from '#main/host/store/text/restingText';
import { fail, ok, type Result } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import type { RestingText } from '#shared/session/content';
import type { Envelope } from '#shared/session/events';
import { AppendOnlyFile, type AppendOptions, type WriteFailure } from './appendOnlyFile';
import { type LineBlock, readLineBlocks } from './lineBlocks';
import { copyDamaged, cutTornTail, type LogRepair, repairOf } from './logRepair';
import { type LogScan, type LogVisitor, scanLog } from './logScan';
import type { OffsetIndex } from './offsetIndex';

/** Why nothing may be appended to a readable log. */
export type ReadOnlyReason =
  | { readonly type: 'newer-version'; readonly version: number }
  | { readonly type: 'not-repairable'; readonly message: string };

export interface EventLogOptions extends AppendOptions {
  readonly openFile?: OpenFile;
  /** Whether a log without events is an error, rather than a new log. */
  readonly refusesEmpty?: boolean;
  /** The owning session; the log of another session is an error. */
  readonly owner?: SessionId;
}

export interface OpenedLog {
  readonly log: EventLog;
  readonly repair: LogRepair;
}

export interface PageRequest {
  /** The page ends just before this number. */
  readonly beforeSeq: number;
  readonly limit: number;
}

/**
 * The authoritative record of one session: one event per line, append-only, readable after a cut at
 * any byte.
 */
export class EventLog {
  readonly onDidFail: Event<WriteFailure>;
  readonly onDidRecover: Event<void>;

  private constructor(
    private readonly file: AppendOnlyFile,
    private readonly index: OffsetIndex,
    private seq: number,
    readonly readOnly: ReadOnlyReason | null,
  ) {
    this.onDidFail = file.onDidFail;
    this.onDidRecover = file.onDidRecover;
  }

  /** Opens a log and visits its events, oldest first. Rejects if the file cannot be read at all. */
  static async open(
    folder: string,
    visitor: LogVisitor,
    options: EventLogOptions = {},
  ): Promise<OpenedLog> {
    const path = join(folder, LOG_FILE);
    const file = await (options.openFile ?? openFile)(path);
    try {
      const scan = await scanLog(file, visitor);
      const isEmpty = scan.lastSeq === 0 && scan.newerVersion === null;
      if (options.refusesEmpty && isEmpty) throw new Error(explainEmpty(scan));
      if (options.owner && isForeign(scan, options.owner)) throw new Error(FOREIGN_LOG);
      const readOnly = await repair(folder, file, scan);
      const appender = new AppendOnlyFile(file, path, scan.end, options);
      if (scan.lacksNewline && readOnly === null) appender.append('\n');
      const log = new EventLog(appender, scan.index, scan.lastSeq, readOnly);
      return { log, repair: repairOf(scan) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get lastSeq(): number {
    return this.seq;
  }

  /** The size in bytes, including bytes on their way to the disk. */
  get size(): number {
    return this.file.size;
  }

  get pendingBytes(): number {
    return this.file.pendingBytes;
  }

  get isFailing(): boolean {
    return this.file.isFailing;
  }

  /** Retries at once instead of after the delay. */
  retry(): void {
    this.file.retry();
  }

  /** Null while there is room; otherwise settles when appending may continue. */
  drained(): Promise<void> | null {
    return this.file.drained();
  }

  /**
   * Appends all events or none, at once; they are in the file within a frame. Numbers must be
   * consecutive.
   */
  append(events: readonly Envelope[]): Result<void> {
    if (this.readOnly !== null) return fail('refused', explainReadOnly(this.readOnly));
    if (!this.file.hasRoom) {
      return fail(
        'unavailable',
        'The disk cannot be written to, and there is no memory left to hold the data.',
      );
    }
    // Any problem with one of them shows before the first is appended.
    const lines = events.map((event, index) => {
      const expected = this.seq + 1 + index;
      if (event.seq !== expected) throw new Error(`Event ${event.seq} is not event ${expected}.`);
      return `${JSON.stringify(event)}\n`;
    });
    for (const line of lines) this.index.add(++this.seq, this.file.append(line));
    return ok();
  }

  /** Writes everything appended so far to the system: it survives the end of this process. */
  flush(): Promise<Result<void>> {
    return this.file.flush();
  }

  /** Syncs everything appended so far to disk. A failure loses nothing, because it is retried. */
  sync(): Promise<Result<void>> {
    return this.file.sync();
  }

  /** The events just before a number, oldest first; fewer than requested only at the start. */
  async readPage({ beforeSeq, limit }: PageRequest): Promise<readonly Envelope[]> {
    const to = this.index.atOrAfter(beforeSeq);
    let firstSeq = beforeSeq - limit;
    for (;;) {
      const { seq, offset } = this.index.before(firstSeq);
      const events: Envelope[] = [];
      const collector: LogVisitor = {
        visit: (event) => {
          if (event.seq < beforeSeq) events.push(event);
        },
      };
      await scanLog(this.file, collector, { from: offset, to, afterSeq: seq - 1 });
      if (events.length >= limit || offset === 0) return events.slice(-limit);
      // Numbers are missing here, so the page reaches further back.
      firstSeq = seq - INDEX_STRIDE;
    }
  }

  /** The texts that were left in the log. A damaged one contains a note about the damage. */
  readTexts(texts: readonly RestingText[]): Promise<Result<ReadonlyMap<RestingText, string>>> {
    return readable(readResting(this.file, texts));
  }

  /** Visits the events after a number again, and a few before it. */
  async replay(
    visitor: LogVisitor,
    afterSeq: number,
    to: number = this.file.size,
  ): Promise<Result<void>> {
    const { seq, offset } = this.index.before(afterSeq + 1);
    const range = { from: offset, to, afterSeq: seq - 1 };
    const scanned = await readable(scanLog(this.file, visitor, range));
    return scanned.ok ? ok() : scanned;
  }

  /** The unchanged lines, including damaged ones. */
  lineBlocks(): AsyncGenerator<LineBlock> {
    return readLineBlocks(this.file, 0, this.file.size);
  }

  /** Closes the file even if the last events could not be written; the result tells. */
  close(): Promise<Result<void>> {
    return this.file.close();
  }
}

async function readable<T>(reading: Promise<T>): Promise<Result<T>> {
  try {
    return ok(await reading);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return fail('io', 'The text of this session cannot be read from the disk.', String(error));
  }
}

async function repair(
  folder: string,
  file: FileAccess,
  scan: LogScan,
): Promise<ReadOnlyReason | null> {
  // A newer build may understand what looks like damage to this one.
  if (scan.newerVersion !== null) return { type: 'newer-version', version: scan.newerVersion };
  try {
    await cutTornTail(folder, file, scan);
    if (scan.end === 0) await syncFolder(folder);
  } catch (error) {
    return { type: 'not-repairable', message: String(error) };
  }
  await copyDamaged(folder, scan);
  return null;
}

export const FOREIGN_LOG = 'The log in its folder belongs to another session.';

/** Whether a log names another session as its owner; logs of earlier versions name none. */
export function isForeign({ owner }: Pick<LogScan, 'owner'>, id: SessionId): boolean {
  return owner !== null && owner !== id;
}

/** Why a log has nothing to show. */
export function explainEmpty(scan: Pick<LogScan, 'newerVersion' | 'end' | 'torn'>): string {
  if (scan.newerVersion !== null) return 'It was written by a newer version of Airlock.';
  return scan.end + scan.torn.length === 0
    ? 'Its log is empty.'
    : 'Its log is damaged: no event in it can be read.';
}

/** The reason why the log could not be read; rethrows an error that is not the system's. */
export function explainUnread(error: unknown): string {
  return explainRead(error).replace(/^It (?=is|was|cannot)/, 'Its log ');
}

export function explainReadOnly(reason: ReadOnlyReason): string {
  switch (reason.type) {
    case 'newer-version':
      return 'This session was written by a newer version of Airlock. It can be read but not continued.';
    case 'not-repairable':
      return `This session can be read but not continued: ${reason.message}`;
  }
}
