import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { ifExists } from '#main/base/ifExists';
import type { Git } from '#main/git/git';
import { AppException } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import { blobId, hashObject, type ObjectFormat, type ObjectType } from '../objectHash';

const compress = promisify(deflate);
const READ_ONLY = 0o444;
/** How git ends when an object cannot be read. */
const FATAL = 128;

/** Bytes that match their id, or why there are none. */
export type StoredBlob = Buffer | 'missing' | 'damaged';

/** The long texts of a session: git blobs in a repository of our own. */
export class ObjectStore {
  constructor(
    private readonly git: Git,
    private readonly directory: string,
    readonly format: ObjectFormat,
  ) {}

  /** On the disk for good when this settles, since a decision may be finished from it after a crash. */
  async write(bytes: Buffer): Promise<ObjectId> {
    const id = blobId(bytes, this.format);
    const folder = join(this.directory, 'objects', id.slice(0, 2));
    const path = join(folder, id.slice(2));
    if ((await ifExists(stat(path))) !== undefined) return id;
    await mkdir(folder, { recursive: true });
    const temporary = join(folder, `tmp_obj_${randomBytes(8).toString('hex')}`);
    const header = Buffer.from(`blob ${bytes.length}\0`);
    const packed = await compress(Buffer.concat([header, bytes]), { level: 1 });
    const file = await open(temporary, 'wx', READ_ONLY);
    try {
      await file.writeFile(packed);
      await file.datasync();
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    return id;
  }

  /** All of them at once in memory: callers ask for as many as they can hold. */
  async readAll(
    ids: readonly ObjectId[],
    type: ObjectType = 'blob',
  ): Promise<ReadonlyMap<ObjectId, StoredBlob>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const found = await this.readBatch(wanted, type);
    const blobs = new Map<ObjectId, StoredBlob>();
    for (const id of wanted) {
      const blob = found.get(id) ?? 'missing';
      // Whoever can write to the store can put other bytes there; git does not look.
      const isIntact =
        typeof blob === 'string' || (await hashObject(blob, this.format, type)) === id;
      blobs.set(id, isIntact ? blob : 'damaged');
    }
    return blobs;
  }

  /** The bytes of one version of a file; throws an error that names the file if they are not intact. */
  async read(id: ObjectId, path: string): Promise<Buffer> {
    return intact((await this.readAll([id])).get(id), path);
  }

  /** The sizes of blobs, without their content. Those that are missing are left out. */
  async sizes(ids: readonly ObjectId[]): Promise<ReadonlyMap<ObjectId, number>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const input = wanted.map((id) => `${id}\n`).join('');
    const text = await this.git.text(['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
      input,
    });
    const sizes = new Map<ObjectId, number>();
    for (const line of text.split('\n')) {
      const [id = '', size = ''] = line.split(' ');
      if (/^\d+$/.test(size)) sizes.set(id as ObjectId, Number(size));
    }
    return sizes;
  }

  /** One object that git cannot inflate ends the whole command: then each is read on its own. */
  private async readBatch(
    ids: readonly ObjectId[],
    type: ObjectType,
  ): Promise<ReadonlyMap<ObjectId, StoredBlob>> {
    const input = ids.map((id) => `${id}\n`).join('');
    const { code, output } = await this.git.run(['cat-file', '--batch'], {
      input,
      accepts: [0, FATAL],
    });
    if (code === 0) return parseBatch(output, type);
    if (ids.length === 1) return new Map(ids.map((id) => [id, 'damaged']));
    const blobs = new Map<ObjectId, StoredBlob>();
    for (const id of ids) {
      for (const [key, blob] of await this.readBatch([id], type)) blobs.set(key, blob);
    }
    return blobs;
  }
}

/** I18: throws an error that names the file unless these are its bytes. */
export function intact(blob: StoredBlob | undefined, path: string): Buffer {
  if (blob !== undefined && typeof blob !== 'string') return blob;
  const what =
    blob === 'damaged'
      ? 'was changed on the disk and cannot be trusted'
      : 'is gone from the object store';
  const message = `The version of ${path} that Airlock had kept ${what}. Nothing was written.`;
  throw new AppException({ code: 'io', message });
}

function parseBatch(output: Buffer, wanted: ObjectType): Map<ObjectId, StoredBlob> {
  const blobs = new Map<ObjectId, StoredBlob>();
  let position = 0;
  while (position < output.length) {
    const end = output.indexOf(10, position);
    const [id = '', type, size] = output.toString('latin1', position, end).split(' ');
    position = end + 1;
    if (size === undefined) {
      blobs.set(id as ObjectId, 'missing');
      continue;
    }
    const bytes = output.subarray(position, position + Number(size));
    blobs.set(id as ObjectId, type === wanted ? bytes : 'damaged');
    position += Number(size) + 1;
  }
  return blobs;
}
