import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflate, inflateSync, constants as zlib } from 'node:zlib';
import { LOOSE_OBJECT_BYTES } from '#main/airlock/limits';
import { ifExists } from '#main/base/files/ifExists';
import { readWhole } from '#main/base/files/readWhole';
import type { ObjectId } from '#shared/ids';

const decompress = promisify(inflate);
/** More bytes than the deflated header of any object. */
const HEADER_BYTES = 128;
/**
 * Objects up to this size are inflated synchronously, in about a millisecond at most. Starting a
 * thread would take longer.
 */
const SMALL_PACKED_BYTES = 16 * 1024;
const SMALL_BYTES = 256 * 1024;
/** The usual ratio of the size of source code to its packed size. */
const INFLATION = 4;
// Do not follow a link in place of a file, and do not wait for a pipe.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

interface LooseObject {
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Reads git's loose objects (one file each) without starting git. Returns null for an object that
 * is packed, missing, too large or damaged: the caller then asks git.
 */
export class LooseObjects {
  /** The object folders, in the order in which they are searched. */
  constructor(private readonly directories: readonly string[]) {}

  read(id: ObjectId): Promise<LooseObject | null> {
    return this.withFile(id, async (file, size) => {
      if (size > LOOSE_OBJECT_BYTES) return null;
      const packed = await readWhole(file, size);
      const bytes =
        inflateSmall(packed) ?? (await decompress(packed, { maxOutputLength: LOOSE_OBJECT_BYTES }));
      const header = headerOf(bytes);
      if (header === null || bytes.length !== header.end + header.size) return null;
      return { type: header.type, bytes: bytes.subarray(header.end) };
    });
  }

  /** Whether the system cannot read what is at an object's path: the object may still be intact. */
  async isUnreadable(id: ObjectId): Promise<boolean> {
    try {
      const file = await this.open(id);
      if (file === undefined) return false;
      const read = async () => readWhole(file, (await file.stat()).size);
      await read().finally(() => file.close());
      return false;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return true;
    }
  }

  /** The size in the object's header. */
  size(id: ObjectId): Promise<number | null> {
    return this.withFile(id, async (file) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
      const start = await decompress(buffer.subarray(0, bytesRead), {
        finishFlush: zlib.Z_SYNC_FLUSH,
      });
      return headerOf(start)?.size ?? null;
    });
  }

  private async withFile<T>(
    id: ObjectId,
    read: (file: FileHandle, size: number) => Promise<T | null>,
  ): Promise<T | null> {
    try {
      const file = await this.open(id);
      if (file === undefined) return null;
      try {
        const status = await file.stat();
        return status.isFile() ? await read(file, status.size) : null;
      } finally {
        await file.close();
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      return null;
    }
  }

  private async open(id: ObjectId): Promise<FileHandle | undefined> {
    for (const directory of this.directories) {
      const path = join(directory, id.slice(0, 2), id.slice(2));
      const file = await ifExists(open(path, FLAGS));
      if (file !== undefined) return file;
    }
    return undefined;
  }
}

/** The inflated object; null unless it is small both packed and unpacked. */
function inflateSmall(packed: Buffer): Buffer | null {
  if (packed.length > SMALL_PACKED_BYTES) return null;
  const chunkSize = Math.max(zlib.Z_MIN_CHUNK, packed.length * INFLATION);
  try {
    return inflateSync(packed, { maxOutputLength: SMALL_BYTES, chunkSize });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

function headerOf(bytes: Buffer): { type: string; size: number; end: number } | null {
  const zero = bytes.subarray(0, HEADER_BYTES).indexOf(0);
  if (zero < 0) return null;
  const [, type, size] = /^([a-z]+) (\d+)$/.exec(bytes.toString('latin1', 0, zero)) ?? [];
  if (type === undefined) return null;
  return { type, size: Number(size), end: zero + 1 };
}
