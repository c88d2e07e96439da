import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { ifExists } from '#main/base/ifExists';
import { AppException } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import { blobId, type ObjectFormat } from '../objectHash';
import type { Git } from './git';

const compress = promisify(deflate);
const READ_ONLY = 0o444;

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

  async read(id: ObjectId): Promise<Buffer> {
    const blob = (await this.readAll([id])).get(id);
    if (blob === undefined) throw new Error('The only blob asked for was not given.');
    return blob;
  }

  /** All of them at once in memory: callers ask for as many as they can hold. */
  async readAll(ids: readonly ObjectId[]): Promise<ReadonlyMap<ObjectId, Buffer>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const input = wanted.map((id) => `${id}\n`).join('');
    const { output } = await this.git.run(['cat-file', '--batch'], { input });
    return parseBatch(output);
  }

  /** The sizes of blobs, without their content. */
  async sizes(ids: readonly ObjectId[]): Promise<ReadonlyMap<ObjectId, number>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const input = wanted.map((id) => `${id}\n`).join('');
    const text = await this.git.text(['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
      input,
    });
    return new Map(
      text.split('\n').map((line) => {
        const [id = '', size = ''] = line.split(' ');
        if (!/^\d+$/.test(size)) throw missing(id);
        return [id as ObjectId, Number(size)];
      }),
    );
  }
}

function parseBatch(output: Buffer): Map<ObjectId, Buffer> {
  const blobs = new Map<ObjectId, Buffer>();
  let position = 0;
  while (position < output.length) {
    const end = output.indexOf(10, position);
    const [id = '', type, size] = output.toString('latin1', position, end).split(' ');
    if (type !== 'blob') throw missing(id);
    const start = end + 1;
    blobs.set(id as ObjectId, output.subarray(start, start + Number(size)));
    position = start + Number(size) + 1;
  }
  return blobs;
}

function missing(id: string): AppException {
  const message = 'A file version that Airlock had kept is gone from the object store.';
  return new AppException({ code: 'io', message, detail: id });
}
