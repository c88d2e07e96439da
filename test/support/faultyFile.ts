import { type FileAccess, openFile } from '#main/host/store/fileAccess';

/** A real file whose disk fails when the test says so. */
export class FaultyFile implements FileAccess {
  /** How many bytes the disk still accepts before it is full. */
  room = Number.POSITIVE_INFINITY;
  failSync = false;
  failRead = false;
  /** Whether a failed sync undoes what was not synced, as a system may do. */
  dropOnFailedSync = false;
  writes = 0;
  syncs = 0;
  syncedSize = 0;

  private constructor(private readonly file: FileAccess) {}

  static async open(path: string): Promise<FaultyFile> {
    const faulty = new FaultyFile(await openFile(path));
    faulty.syncedSize = (await faulty.file.stat()).size;
    return faulty;
  }

  read: FileAccess['read'] = (...args: unknown[]) => {
    if (this.failRead) throw failure('EIO', 'i/o error');
    return (this.file.read as (...args: unknown[]) => never)(...args);
  };
  stat: FileAccess['stat'] = (...args: unknown[]) =>
    (this.file.stat as (...args: unknown[]) => never)(...args);
  truncate: FileAccess['truncate'] = (length) => this.file.truncate(length);
  close: FileAccess['close'] = () => this.file.close();

  writev: FileAccess['writev'] = async <T extends readonly NodeJS.ArrayBufferView[]>(
    buffers: T,
    position?: number | null,
  ) => {
    this.writes++;
    if (this.room <= 0) throw failure('ENOSPC', 'no space left on device');
    const all = Buffer.concat(
      buffers.map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
    );
    const fitting = all.subarray(0, Math.min(all.length, this.room));
    this.room -= fitting.length;
    const { bytesWritten } = await this.file.writev([fitting], position ?? undefined);
    return { bytesWritten, buffers };
  };

  datasync: FileAccess['datasync'] = async () => {
    this.syncs++;
    if (this.failSync) {
      if (this.dropOnFailedSync) await this.file.truncate(this.syncedSize);
      throw failure('EIO', 'i/o error');
    }
    await this.file.datasync();
    this.syncedSize = (await this.file.stat()).size;
  };
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}
