import { constants } from 'node:fs';
import { appendFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ifExists } from './ifExists';
import { IRREGULAR, openOwn } from './ownFile';
import { setAside } from './setAside';

/**
 * Bytes that may wait in memory while the disk is slow or full; newer lines are dropped and
 * counted.
 */
const PENDING_LIMIT = 4 * 1024 * 1024;
const PRIVATE_MODE = 0o600;
const NEWLINE = 10;
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

export interface RotatedFileOptions {
  /** The largest size of each file. */
  readonly maxBytes?: number;
  /** The number of files: `x.log`, `x.log.1`, and so on, newest first. */
  readonly files?: number;
}

/**
 * Appends lines to a file that is set aside when full. Never blocks and never throws: if the disk
 * fails, lines wait in bounded memory for the next append, and one warning is emitted.
 */
export class RotatedFile {
  private readonly maxBytes: number;
  private readonly files: number;
  private readonly pending: Buffer[] = [];
  private pendingBytes = 0;
  private dropped = 0;
  private writing: Promise<void> | undefined;
  private failing = false;
  /** The size of the current file; undefined if it must be looked up first. */
  private size: number | undefined;

  constructor(
    private readonly path: string,
    { maxBytes = 5 * 1024 * 1024, files = 5 }: RotatedFileOptions = {},
  ) {
    this.maxBytes = maxBytes;
    this.files = files;
  }

  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    if (bytes.length > this.maxBytes || this.pendingBytes + bytes.length > PENDING_LIMIT) {
      this.dropped++;
    } else {
      this.push(bytes);
    }
    this.start();
  }

  /** Resolves when all lines so far are written, or when one more attempt has failed. */
  async flush(): Promise<void> {
    await this.writing;
    if (this.pending.length === 0 && this.dropped === 0) return;
    this.start();
    await this.writing;
  }

  private push(bytes: Buffer): void {
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
  }

  private start(): void {
    // Wait a microtask, so that lines of one burst are written together.
    this.writing ??= Promise.resolve().then(() => this.writePending());
  }

  private async writePending(): Promise<void> {
    try {
      while (this.pending.length > 0 || this.dropped > 0) {
        if (this.pending.length === 0) this.noteDropped();
        await this.writeBatch();
      }
      this.failing = false;
    } catch (error) {
      // Part of the batch may be in the file.
      this.size = undefined;
      this.warnOnce(error);
    } finally {
      this.writing = undefined;
    }
  }

  private noteDropped(): void {
    this.push(Buffer.from(`{"dropped":${this.dropped}}\n`));
    this.dropped = 0;
  }

  private async writeBatch(): Promise<void> {
    let size = this.size ?? (await this.openUsable());
    let count = this.countThatFit(size);
    if (count === 0 && size > 0) {
      await this.rotate();
      size = 0;
      count = this.countThatFit(size);
    }
    const batch = Buffer.concat(this.pending.slice(0, count));
    await appendFile(this.path, batch, { mode: PRIVATE_MODE });
    this.size = size + batch.length;
    this.pending.splice(0, count);
    this.pendingBytes -= batch.length;
  }

  private countThatFit(size: number): number {
    let end = size;
    const firstTooMany = this.pending.findIndex((line) => {
      end += line.length;
      return end > this.maxBytes;
    });
    return firstTooMany < 0 ? this.pending.length : firstTooMany;
  }

  /** Opens the file. A path that cannot be written to, such as a folder, is moved away first. */
  private async openUsable(): Promise<number> {
    try {
      return await this.openFile();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== IRREGULAR && code !== 'EISDIR' && code !== 'EACCES' && code !== 'EPERM')
        throw error;
      await setAside(this.path);
      return this.openFile();
    }
  }

  /** Opens the file, and ends a line that a crash cut off, so that the next one can be read. */
  private async openFile(): Promise<number> {
    await mkdir(dirname(this.path), { recursive: true });
    const file = await openOwn(this.path, APPEND, PRIVATE_MODE);
    try {
      const { size } = await file.stat();
      if (size === 0) return 0;
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
      if (buffer[0] === NEWLINE) return size;
      await file.appendFile('\n');
      return size + 1;
    } finally {
      await file.close();
    }
  }

  private async rotate(): Promise<void> {
    await rm(this.name(this.files - 1), { force: true });
    for (let index = this.files - 1; index > 0; index--) {
      await ifExists(rename(this.name(index - 1), this.name(index)));
    }
  }

  private name(index: number): string {
    return index === 0 ? this.path : `${this.path}.${index}`;
  }

  private warnOnce(error: unknown): void {
    if (this.failing) return;
    this.failing = true;
    process.emitWarning(`${this.path} cannot be written: ${error}`, 'LogFileWarning');
  }
}
