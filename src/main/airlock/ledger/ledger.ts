import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { refuse } from '#main/airlock/disk/attempt';
import { JOURNAL_LINE_BYTES } from '#main/airlock/limits';
import { NEWER } from '#main/airlock/sessionRecord';
import { explainOpen } from '#main/base/files/keptFile';
import { assertKept, openOwn, REPLACED, readOwn } from '#main/base/files/ownFile';
import { Queue } from '#main/base/queue';
import { emptyLedger, foldLedger, type LedgerState } from '#shared/airlock/ledger';
import {
  eventVersion,
  LEDGER_VERSION,
  type LedgerEvent,
  type LedgerRecord,
} from '#shared/airlock/ledgerEvents';
import { AppException } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import { ledgerRecord } from './ledgerSchema';

/** A session's recorded events about changes, and the state that results from them. */
export class Ledger {
  private constructor(
    private readonly journal: LedgerFile<LedgerRecord>,
    private current: LedgerState,
    private readonly sessionId: SessionId,
    private readonly clock: () => number,
    readonly repair: JournalRepair,
  ) {}

  static async open(path: string, sessionId: SessionId, clock: () => number): Promise<Ledger> {
    try {
      const parse = (value: unknown) => parseRecord(value, sessionId);
      const { journal, records, repair } = await LedgerFile.open(path, parse);
      return new Ledger(journal, foldLedger(emptyLedger, records), sessionId, clock, repair);
    } catch (error) {
      if (error instanceof AppException) throw error;
      const reason = await explainOpen(path, error);
      throw refuse(`The list of this session’s changes cannot be opened. ${reason}`);
    }
  }

  /** Reads the current content of the file, without lines that are still being written. */
  static async read(path: string, sessionId: SessionId): Promise<LedgerState> {
    const bytes = await readOwn(path);
    const parse = (value: unknown) => parseRecord(value, sessionId);
    return foldLedger(emptyLedger, readLines(bytes, parse).records);
  }

  get state(): LedgerState {
    return this.current;
  }

  /** The length of the file in bytes. */
  get bytes(): number {
    return this.journal.bytes;
  }

  /** Appends events. They count once they are on disk; after a kill, all of them count or none. */
  async append(events: readonly LedgerEvent[]): Promise<void> {
    if (events.length === 0) return;
    const at = this.clock();
    const records = events.map(
      (event): LedgerRecord => ({ v: eventVersion(event), at, session: this.sessionId, ...event }),
    );
    const isLast = (index: number) => index === records.length - 1;
    await this.journal.append(
      records.map((record, index) => (isLast(index) ? record : { more: true, ...record })),
    );
    this.current = foldLedger(this.current, records);
  }

  close(): Promise<void> {
    return this.journal.close();
  }
}

/**
 * Parses a line. A newer version's events may change the meaning of older ones, so none of them is
 * used.
 */
function parseRecord(value: unknown, sessionId: SessionId): LedgerRecord | null {
  const { v, session } = Object(value) as { v?: unknown; session?: unknown };
  if (typeof v === 'number' && v > LEDGER_VERSION) throw refuse(NEWER);
  // Decisions of another session must not be carried out in this session's files.
  if (session !== undefined && session !== sessionId) return null;
  return ledgerRecord.safeParse(value).data ?? null;
}

const NEWLINE = 10;
const PRIVATE_MODE = 0o600;

export interface JournalRepair {
  /**
   * The bytes that were being written when the process or the power failed: a part of a line, or of
   * lines that belong together.
   */
  readonly tornBytes: number;
  /** The number of lines that could not be understood; they stay in the file. */
  readonly unreadLines: number;
}

export interface OpenedJournal<T> {
  readonly journal: LedgerFile<T>;
  readonly records: readonly T[];
  readonly repair: JournalRepair;
}

/** Parses one line; null if it is not one of ours. Throws if the file must not be used. */
export type RecordParser<T> = (value: unknown) => T | null;

/**
 * An append-only file of JSON lines. When `append` settles, the lines are on disk completely or not
 * at all: a write that fails halfway is cut off again. When the file is opened, last lines that
 * announce more lines are cut off, too.
 */
export class LedgerFile<T> {
  private readonly queue = new Queue();
  private isTorn = false;
  /** The end of the file if a failed write partly succeeded. */
  private reach: number;

  private constructor(
    private readonly file: FileHandle,
    private readonly path: string,
    private size: number,
  ) {
    this.reach = size;
  }

  static async open<T>(path: string, parse: RecordParser<T>): Promise<OpenedJournal<T>> {
    const isNew = (await mkdir(dirname(path), { recursive: true })) !== undefined;
    // `a+` would write after a torn line even once it was cut off.
    const file = await openOrCreate(path);
    try {
      const bytes = await file.readFile();
      // Parse first: the parser may reject the file, which must then stay unchanged.
      const { records, unreadLines, end } = readLines(bytes, parse);
      if (end < bytes.length) {
        await keepTorn(`${path}.torn`, bytes.subarray(end));
        await file.truncate(end);
      }
      if (isNew || bytes.length === 0) await syncFolder(dirname(path));
      const journal = new LedgerFile<T>(file, path, end);
      return { journal, records, repair: { tornBytes: bytes.length - end, unreadLines } };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.size;
  }

  async append(records: readonly T[]): Promise<void> {
    const lines = records.map((record) => Buffer.from(`${JSON.stringify(record)}\n`));
    // The next start would mistake a longer line for damage.
    if (lines.some(({ length }) => length - 1 > JOURNAL_LINE_BYTES)) throw refuse(TOO_MUCH);
    return this.queue.run(() => this.write(Buffer.concat(lines)));
  }

  async close(): Promise<void> {
    this.queue.dispose();
    await this.queue.drain();
    await Promise.allSettled([this.cutTorn()]);
    await this.file.close();
  }

  private async write(bytes: Buffer): Promise<void> {
    await this.assertKept();
    await this.cutTorn();
    this.isTorn = true;
    this.reach = this.size + bytes.length;
    try {
      let written = 0;
      while (written < bytes.length) {
        const length = bytes.length - written;
        const { bytesWritten } = await this.file.write(bytes, written, length, this.size + written);
        written += bytesWritten;
      }
      await this.file.datasync();
    } catch (error) {
      // Cut at once: otherwise the next start would carry out a decision that was reported as
      // failed. If this fails, it is retried before the next line.
      await Promise.allSettled([this.cutTorn()]);
      throw error;
    }
    this.size += bytes.length;
    this.isTorn = false;
  }

  private async cutTorn(): Promise<void> {
    if (!this.isTorn) return;
    await this.file.truncate(this.size);
    this.isTorn = false;
    this.reach = this.size;
  }

  /**
   * Throws if the file was removed: at the next start a decision would be gone, but not its
   * effects.
   */
  private async assertKept(): Promise<void> {
    const extent = { end: this.size, reach: this.reach };
    await assertKept(this.file, this.path, extent).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === REPLACED ? replaced(this.path) : error;
    });
  }
}

function replaced(path: string): AppException {
  return refuse(
    `Another program has deleted, replaced or changed the list of this session’s changes. Nothing more can be decided here: restore ${path}, then restart Airlock.`,
  );
}

const TOO_MUCH =
  'This affects more files than Airlock can change at once. Nothing was changed. Choose fewer files.';

async function keepTorn(path: string, torn: Buffer): Promise<void> {
  const file = await open(path, 'a', PRIVATE_MODE);
  try {
    await file.writeFile(Buffer.concat([torn, Buffer.from([NEWLINE])]));
    await file.sync();
  } finally {
    await file.close();
  }
}

async function openOrCreate(path: string): Promise<FileHandle> {
  try {
    return await openOwn(path, constants.O_RDWR);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return open(path, 'wx+', PRIVATE_MODE);
  }
}

/**
 * Reads the lines. Lines that belong together count once the last of them is there; `end` is the
 * end of the last line that counts.
 */
function readLines<T>(bytes: Buffer, parse: RecordParser<T>) {
  const records: T[] = [];
  let unreadLines = 0;
  let begun: (T | null)[] = [];
  let whole = 0;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const value = end - start > JOURNAL_LINE_BYTES ? undefined : readLine(bytes, start, end);
    begun.push(value === undefined ? null : parse(value));
    start = end + 1;
    if ((Object(value) as { more?: unknown }).more === true) continue;
    for (const record of begun) {
      if (record === null) unreadLines++;
      else records.push(record);
    }
    begun = [];
    whole = start;
  }
  return { records, unreadLines, end: whole };
}

/** The parsed line; undefined if it is not JSON. */
function readLine(bytes: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', start, end));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
