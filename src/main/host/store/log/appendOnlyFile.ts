import { type Disposable, MutableDisposable } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { assertKept } from '#main/base/files/ownFile';
import { explainFault } from '#main/host/store/diskFault';
import { type ByteSource, errorCode, type FileAccess } from '#main/host/store/fileAccess';
import {
  BATCH_BYTES,
  BATCH_MILLISECONDS,
  HELD_BYTES,
  HIGH_WATER_BYTES,
  LOW_WATER_BYTES,
  MEMORY_BYTES,
  OVERDUE_BYTES,
  RETRY_FIRST_MILLISECONDS,
  RETRY_LAST_MILLISECONDS,
  UNSYNCED_BYTES,
  UNSYNCED_MILLISECONDS,
  WRITE_BYTES,
} from '#main/host/store/limits';
import { systemTimers, type Timers } from '#main/host/store/timers';
import { fail, ok, type Result } from '#shared/errors';
import { ByteQueue } from './byteQueue';

export interface WriteFailure {
  /** The system's code, such as `ENOSPC` or `EIO`. */
  readonly code: string;
  readonly message: string;
  readonly pendingBytes: number;
}

export interface AppendOptions {
  readonly timers?: Timers;
  /**
   * Awaited before each write, so that what the new bytes refer to reaches the system first, or
   * nothing does.
   */
  readonly precede?: () => Promise<void>;
}

interface Waiter {
  readonly until: 'written' | 'synced';
  readonly position: number;
  /** Called with the disk's error if it failed. */
  settle(error: unknown): void;
}

interface Congestion {
  readonly over: Promise<void>;
  end(): void;
}

/**
 * Appends to a file. Lines are accepted at once and written in batches and in order. Unsynced lines
 * stay in memory, so that nothing is lost if a disk fails and comes back.
 */
export class AppendOnlyFile implements ByteSource {
  private readonly failures = new Emitter<WriteFailure>();
  private readonly recoveries = new Emitter<void>();
  /** Fires once per period of failing writes, which are retried until `onDidRecover`. */
  readonly onDidFail = this.failures.event;
  readonly onDidRecover = this.recoveries.event;

  private readonly queue: ByteQueue;
  private writtenEnd: number;
  private syncedEnd: number;
  /** The end of the file if a failed write partly succeeded. */
  private furthest: number;
  /**
   * The shift of positions after another program has appended bytes: ours are written behind them.
   */
  private shift = 0;
  private writeTarget = 0;
  private syncTarget = 0;
  private isPumping = false;
  private isClosed = false;
  /** The delay before the next retry; zero while the disk accepts writes. */
  private retryDelay = 0;
  private waiters: Waiter[] = [];
  private congestion: Congestion | null = null;

  private readonly timers: Timers;
  private readonly precede: (() => Promise<void>) | undefined;
  private readonly frameTimer = new MutableDisposable<Disposable>();
  private readonly syncTimer = new MutableDisposable<Disposable>();
  private readonly retryTimer = new MutableDisposable<Disposable>();

  constructor(
    private readonly file: FileAccess,
    private readonly path: string,
    size: number,
    { timers = systemTimers, precede }: AppendOptions = {},
  ) {
    this.queue = new ByteQueue(size);
    this.writtenEnd = size;
    this.syncedEnd = size;
    this.furthest = size;
    this.timers = timers;
    this.precede = precede;
  }

  get size(): number {
    return this.queue.end;
  }

  /** Bytes accepted, but not yet written to the system. */
  get pendingBytes(): number {
    return this.queue.end - this.writtenEnd;
  }

  /** Bytes accepted, but not yet on disk, which are held in memory. */
  get heldBytes(): number {
    return this.queue.end - this.syncedEnd;
  }

  get isFailing(): boolean {
    return this.retryDelay > 0;
  }

  /** False if the disk has failed for so long that a caller must not append more. */
  get hasRoom(): boolean {
    return !this.isClosed && this.pendingBytes < MEMORY_BYTES;
  }

  /** Null while there is room; otherwise settles when appending may continue. */
  drained(): Promise<void> | null {
    return this.congestion?.over ?? null;
  }

  /** Appends data; returns its position in the file. */
  append(data: string | Uint8Array): number {
    if (this.isClosed) throw new Error('The file is closed.');
    const position = this.queue.end;
    this.queue.push(data);
    this.takeOn();
    return position;
  }

  /** Like `append`, for bytes that `write` produces in place; null if it declines. */
  appendFilled(length: number, write: (bytes: Buffer) => boolean): number | null {
    const position = this.queue.end;
    if (this.isClosed || !this.queue.pushFilled(length, write)) return null;
    this.takeOn();
    return position;
  }

  /** Writes everything appended so far to the system: it survives the end of this process. */
  async flush(): Promise<Result<void>> {
    this.writeTarget = this.queue.end;
    return toResult(await this.reach('written'));
  }

  /** Like `flush`; rejects with the system's own error. */
  async written(): Promise<void> {
    this.writeTarget = this.queue.end;
    const error = await this.reach('written');
    if (error !== undefined) throw error;
  }

  /** Syncs everything appended so far to disk. A failure loses nothing, because it is retried. */
  async sync(): Promise<Result<void>> {
    this.syncTarget = this.queue.end;
    return toResult(await this.reach('synced'));
  }

  /** Retries at once instead of after the delay. */
  retry(): void {
    if (this.isFailing && !this.isClosed) this.pump();
  }

  /** Reads bytes on disk and bytes on their way there as one. */
  async read(buffer: Buffer, offset: number, length: number, position: number) {
    const end = Math.min(position + length, this.queue.end);
    const onDisk = Math.min(end, this.writtenEnd);
    this.queue.copy(Math.max(position, onDisk), end, buffer, position - offset);
    let at = position;
    while (at < onDisk) {
      const { bytesRead } = await this.file.read(buffer, offset + at - position, onDisk - at, at);
      if (bytesRead === 0) return { bytesRead: at - position };
      at += bytesRead;
    }
    return { bytesRead: Math.max(0, end - position) };
  }

  /** Syncs, then closes the file even if that failed; the result tells. */
  async close(): Promise<Result<void>> {
    if (this.isClosed) return ok();
    this.isClosed = true;
    const result = await this.sync();
    this.frameTimer.dispose();
    this.syncTimer.dispose();
    this.retryTimer.dispose();
    this.congestion?.end();
    this.failures.dispose();
    this.recoveries.dispose();
    await this.file.close();
    return result;
  }

  private takeOn(): void {
    const isFull = this.pendingBytes >= HIGH_WATER_BYTES || this.heldBytes >= HELD_BYTES;
    if (isFull) this.congestion ??= congestion();
    if (!this.isFailing) this.schedule();
  }

  private schedule(): void {
    if (this.pendingBytes >= BATCH_BYTES) {
      this.writeTarget = this.queue.end;
      this.pump();
    } else if (!this.frameTimer.value) {
      this.frameTimer.value = this.timers.after(BATCH_MILLISECONDS, () => {
        this.frameTimer.clear();
        this.writeTarget = this.queue.end;
        this.pump();
      });
    }
  }

  private reach(until: Waiter['until']): Promise<unknown> {
    return new Promise<unknown>((settle) => {
      this.waiters.push({ until, position: this.queue.end, settle });
      this.settleWaiters();
      this.pump();
    });
  }

  private pump(): void {
    if (this.isPumping) return;
    this.isPumping = true;
    void this.work();
  }

  private async work(): Promise<void> {
    try {
      for (;;) {
        // A caller that keeps writing must not prevent written bytes from being released.
        if (this.writtenEnd - this.syncedEnd >= OVERDUE_BYTES) await this.syncWritten();
        else if (this.writtenEnd < Math.max(this.writeTarget, this.syncTarget)) await this.write();
        else if (this.syncedEnd < this.syncTarget) await this.syncWritten();
        else if (this.isFailing) this.recover();
        else break;
      }
    } catch (error) {
      this.failWith(error);
    } finally {
      this.isPumping = false;
    }
  }

  private async write(): Promise<void> {
    // Data added while `precede` runs may need more than it has written.
    const { end } = this.queue;
    try {
      await this.precede?.();
    } catch (error) {
      // When the file is closed, these bytes alone are better than none.
      if (!this.isClosed) throw error;
    }
    const { writtenEnd, furthest } = this;
    const extent = { end: writtenEnd, reach: furthest };
    if (this.isClosed) await this.passOthers();
    else await assertKept(this.file, this.path, extent);
    const bytes = this.queue.take(writtenEnd, end, WRITE_BYTES);
    const length = bytes.reduce((sum, part) => sum + part.byteLength, 0);
    this.furthest = Math.max(furthest, writtenEnd + length);
    const { bytesWritten } = await this.file.writev(bytes, writtenEnd + this.shift);
    if (bytesWritten === 0) throw new Error('The system wrote no bytes.');
    this.writtenEnd += bytesWritten;
    this.letFeedersGoOn();
    if (this.writtenEnd - this.syncedEnd >= UNSYNCED_BYTES) {
      this.syncTarget = Math.max(this.syncTarget, this.writtenEnd);
    } else if (!this.syncTimer.value) {
      this.syncTimer.value = this.timers.after(UNSYNCED_MILLISECONDS, () => {
        this.syncTimer.clear();
        this.syncTarget = Math.max(this.syncTarget, this.writtenEnd);
        this.pump();
      });
    }
    this.settleWaiters();
  }

  /**
   * I19: keeps what another program has appended after our bytes; our next bytes go after it, on
   * separate lines.
   */
  private async passOthers(): Promise<void> {
    const { size } = await this.file.stat();
    if (size <= this.furthest + this.shift) return;
    await this.file.writev([Buffer.from('\n')], size);
    this.shift = size + 1 - this.writtenEnd;
  }

  private async syncWritten(): Promise<void> {
    const position = this.writtenEnd;
    try {
      await this.file.datasync();
    } catch (error) {
      // The system may have dropped the unsynced pages, so they are written again.
      this.writtenEnd = this.syncedEnd;
      this.writeTarget = Math.max(this.writeTarget, position);
      throw error;
    }
    this.syncedEnd = position;
    this.queue.drop(position);
    this.letFeedersGoOn();
    this.settleWaiters();
  }

  private letFeedersGoOn(): void {
    if (this.pendingBytes > LOW_WATER_BYTES || this.heldBytes >= HELD_BYTES) return;
    this.congestion?.end();
    this.congestion = null;
  }

  private settleWaiters(): void {
    if (this.waiters.length === 0) return;
    this.waiters = this.waiters.filter((waiter) => {
      const reached = waiter.until === 'synced' ? this.syncedEnd : this.writtenEnd;
      if (reached < waiter.position) return true;
      waiter.settle(undefined);
      return false;
    });
  }

  private failWith(error: unknown): void {
    const isNews = !this.isFailing;
    this.retryDelay = Math.min(
      RETRY_LAST_MILLISECONDS,
      isNews ? RETRY_FIRST_MILLISECONDS : this.retryDelay * 2,
    );
    this.frameTimer.clear();
    if (!this.isClosed) {
      this.retryTimer.value = this.timers.after(this.retryDelay, () => {
        this.retryTimer.clear();
        this.pump();
      });
    }
    const waiters = this.waiters;
    this.waiters = [];
    for (const waiter of waiters) waiter.settle(error);
    if (!isNews) return;
    const code = errorCode(error) ?? 'UNKNOWN';
    this.failures.fire({ code, message: wordsOf(error), pendingBytes: this.pendingBytes });
  }

  private recover(): void {
    this.retryDelay = 0;
    this.retryTimer.clear();
    this.writeTarget = this.queue.end;
    this.recoveries.fire();
  }
}

function toResult(error: unknown): Result<void> {
  return error === undefined ? ok() : fail('io', explainFault(errorCode(error)), wordsOf(error));
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function congestion(): Congestion {
  let end: (() => void) | undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { over, end: () => end?.() };
}
