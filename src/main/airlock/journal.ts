import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Queue } from '#main/base/queue';
import { JOURNAL_LINE_BYTES } from './limits';

const NEWLINE = 10;
const PRIVATE_MODE = 0o600;

export interface JournalRepair {
  /** Of a line that was being written when the process or the power went. */
  readonly tornBytes: number;
  /** Lines that could not be understood; they stay in the file. */
  readonly unreadLines: number;
}

export interface OpenedJournal<T> {
  readonly journal: Journal<T>;
  readonly records: readonly T[];
  readonly repair: JournalRepair;
}

/** Reads one line's value; null if it is none of ours. Throws if the file is not to be used. */
export type RecordParser<T> = (value: unknown) => T | null;

/**
 * An append-only file of JSON lines. What was appended is on the disk when `append` settles, whole
 * or not at all: a write that fails half-way is cut off again before the next one.
 */
export class Journal<T> {
  private readonly queue = new Queue();
  private isTorn = false;

  private constructor(
    private readonly file: FileHandle,
    private size: number,
  ) {}

  static async open<T>(path: string, parse: RecordParser<T>): Promise<OpenedJournal<T>> {
    const isNew = (await mkdir(dirname(path), { recursive: true })) !== undefined;
    // `a+` would write behind a torn line even after it was cut off.
    const file = await openOrCreate(path);
    try {
      const bytes = await file.readFile();
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      // First: whoever parses may refuse the file, which is then left as it is.
      const { records, unreadLines } = readLines(bytes.subarray(0, end), parse);
      if (end < bytes.length) {
        await keepTorn(`${path}.torn`, bytes.subarray(end));
        await file.truncate(end);
      }
      if (isNew || bytes.length === 0) await syncFolder(dirname(path));
      const journal = new Journal<T>(file, end);
      return { journal, records, repair: { tornBytes: bytes.length - end, unreadLines } };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  append(records: readonly T[]): Promise<void> {
    const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return this.queue.run(() => this.write(bytes));
  }

  async close(): Promise<void> {
    this.queue.dispose();
    await this.queue.drain();
    await this.file.close();
  }

  private async write(bytes: Buffer): Promise<void> {
    if (this.isTorn) await this.file.truncate(this.size);
    this.isTorn = true;
    let written = 0;
    while (written < bytes.length) {
      const length = bytes.length - written;
      const { bytesWritten } = await this.file.write(bytes, written, length, this.size + written);
      written += bytesWritten;
    }
    await this.file.datasync();
    this.size += bytes.length;
    this.isTorn = false;
  }
}

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
    return await open(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return open(path, 'wx+', PRIVATE_MODE);
  }
}

function readLines<T>(bytes: Buffer, parse: RecordParser<T>) {
  const records: T[] = [];
  let unreadLines = 0;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    const record = end - start > JOURNAL_LINE_BYTES ? null : readLine(bytes, start, end, parse);
    if (record === null) unreadLines++;
    else records.push(record);
    start = end + 1;
  }
  return { records, unreadLines };
}

function readLine<T>(bytes: Buffer, start: number, end: number, parse: RecordParser<T>): T | null {
  try {
    return parse(JSON.parse(bytes.toString('utf8', start, end)));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
