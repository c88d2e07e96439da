import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Emitter, type Event } from '#main/base/emitter';
import {
  errorCode,
  type FileAccess,
  type OpenFile,
  openFile,
  syncFolder,
} from '#main/host/store/fileAccess';
import { PACK_FILE, TORN_PACK_FILE } from '#main/host/store/layout';
import { READ_BYTES, TEXT_BYTES } from '#main/host/store/limits';
import {
  AppendOnlyFile,
  type AppendOptions,
  type WriteFailure,
} from '#main/host/store/log/appendOnlyFile';
import { RecentTexts } from '#main/host/store/text/recentTexts';
import type { Result } from '#shared/errors';
import type { BlobHash } from '#shared/ids';
import { fillRecord, HEADER_BYTES, hashOf } from './packFormat';
import { type BlobPlace, scanPack } from './packScan';

export interface BlobStoreOptions extends AppendOptions {
  readonly openFile?: OpenFile;
  /** Leaves the file unchanged, because nothing will be added. */
  readonly isReadOnly?: boolean;
}

export interface PackRepair {
  /**
   * Bytes mostly of a record that was being written when the process ended; kept in `blobs.torn`.
   */
  readonly tornBytes: number;
  /** Bytes between records that belong to none. */
  readonly damagedBytes: number;
}

export interface OpenedBlobs {
  readonly blobs: BlobStore;
  readonly repair: PackRepair;
}

/** The long bodies of one session, each stored once, by the hash of its bytes. */
export class BlobStore {
  private readonly losses = new Emitter<BlobHash>();
  private readonly recent = new RecentTexts();
  /** Fires when a stored blob is unreadable; putting it again repairs that. */
  readonly onDidLose = this.losses.event;
  readonly onDidFail: Event<WriteFailure>;
  readonly onDidRecover: Event<void>;

  private constructor(
    private readonly file: AppendOnlyFile,
    private readonly places: Map<BlobHash, BlobPlace>,
  ) {
    this.onDidFail = file.onDidFail;
    this.onDidRecover = file.onDidRecover;
  }

  static async open(folder: string, options: BlobStoreOptions = {}): Promise<OpenedBlobs> {
    const path = join(folder, PACK_FILE);
    const file = await (options.openFile ?? openFile)(path);
    try {
      const { size } = await file.stat();
      const { places, end, damagedBytes } = await scanPack(file, size);
      if (end < size && !options.isReadOnly) {
        await keepTail(file, end, folder);
        await file.truncate(end);
      }
      if (size === 0) await syncFolder(folder);
      const blobs = new BlobStore(
        new AppendOnlyFile(file, path, options.isReadOnly ? size : end, options),
        places,
      );
      return { blobs, repair: { tornBytes: size - end, damagedBytes } };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Null if the disk has failed for so long that memory is full, and for text with half a surrogate
   * pair, which UTF-8 cannot represent.
   */
  put(content: string | Uint8Array): BlobHash | null {
    if (typeof content !== 'string') return this.keep(content);
    const known = this.recent.find(content);
    if (known !== null) return known;
    if (!content.isWellFormed()) return null;
    const hash = this.keep(content);
    if (hash !== null) this.recent.add(content, hash);
    return hash;
  }

  /** The length in bytes; zero if there is no such blob. */
  lengthOf(hash: BlobHash): number {
    return this.places.get(hash)?.length ?? 0;
  }

  /** Null if there is no such blob, or its bytes are damaged. */
  async get(hash: BlobHash): Promise<Buffer | null> {
    const place = this.places.get(hash);
    if (place === undefined) return null;
    const bytes = Buffer.allocUnsafe(place.length);
    const { bytesRead } = await this.file.read(bytes, 0, place.length, place.offset);
    if (bytesRead === place.length && hashOf(bytes) === hash) return bytes;
    this.lose(hash, place);
    return null;
  }

  /**
   * The text of a blob, which can be read piece by piece any number of times. Its bytes are checked
   * first. Null as for `get`.
   */
  async text(hash: BlobHash): Promise<(() => AsyncGenerator<string>) | null> {
    const place = this.places.get(hash);
    if (place === undefined) return null;
    const check = createHash('sha256');
    for await (const bytes of this.bytesAt(place)) check.update(bytes);
    if (check.digest('hex') === hash) return () => decoded(this.bytesAt(place));
    this.lose(hash, place);
    return null;
  }

  /**
   * Each piece is only valid until the next is requested; the pieces end early if the file is cut.
   */
  private async *bytesAt({ offset, length }: BlobPlace): AsyncGenerator<Buffer> {
    const buffer = Buffer.allocUnsafe(Math.min(length, TEXT_BYTES));
    for (let done = 0; done < length; ) {
      const most = Math.min(buffer.length, length - done);
      const { bytesRead } = await this.file.read(buffer, 0, most, offset + done);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      done += bytesRead;
    }
  }

  private lose(hash: BlobHash, place: BlobPlace): void {
    if (this.places.get(hash) !== place) return;
    this.places.delete(hash);
    this.recent.forget(hash);
    this.losses.fire(hash);
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

  retry(): void {
    this.file.retry();
  }

  drained(): Promise<void> | null {
    return this.file.drained();
  }

  /**
   * Settles when everything that was put is written to the system. Rejects with the system's error.
   */
  written(): Promise<void> {
    return this.file.pendingBytes === 0 ? DONE : this.file.written();
  }

  sync(): Promise<Result<void>> {
    return this.file.sync();
  }

  async close(): Promise<Result<void>> {
    this.losses.dispose();
    return this.file.close();
  }

  private keep(content: string | Uint8Array): BlobHash | null {
    const length = Buffer.byteLength(content);
    let blob: BlobHash | null = null;
    const position = this.file.appendFilled(HEADER_BYTES + length, (record) => {
      blob = fillRecord(record, content);
      return !this.places.has(blob) && this.file.hasRoom;
    });
    if (blob === null) return null;
    if (position !== null) this.places.set(blob, { offset: position + HEADER_BYTES, length });
    return this.places.has(blob) ? blob : null;
  }
}

const DONE = Promise.resolve();

async function* decoded(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const bytes of pieces) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function keepTail(file: FileAccess, start: number, folder: string): Promise<void> {
  const target = await openNew(join(folder, TORN_PACK_FILE));
  try {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (let position = start; ; ) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) break;
      await target.writeFile(buffer.subarray(0, bytesRead));
      position += bytesRead;
    }
    await target.sync();
  } finally {
    await target.close();
  }
}

/** Never overwrites an existing file, which may be all that is left of some data. */
async function openNew(path: string): Promise<FileHandle> {
  for (let number = 1; ; number++) {
    try {
      return await open(number === 1 ? path : `${path}.${number}`, 'wx', 0o600);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}
