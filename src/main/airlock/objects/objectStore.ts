import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { PresentFile } from '#main/airlock/disk/anchoredFile';
import { attempt, refuse } from '#main/airlock/disk/attempt';
import { mapLimited } from '#main/airlock/disk/mapLimited';
import { decodeText, encodeText } from '#main/airlock/ledger/textCodec';
import { FILES_AT_ONCE, READ_BLOB_BYTES } from '#main/airlock/limits';
import { ifExists } from '#main/base/files/ifExists';
import type { Git } from '#main/git/git';
import type { Change, FileVersion } from '#shared/airlock/change';
import type { Composition } from '#shared/airlock/diff/compose';
import { canEncode } from '#shared/airlock/diff/textFormat';
import type { LocatedVersion } from '#shared/airlock/ledgerEvents';
import { REVIEWED_BYTES } from '#shared/airlock/limits';
import type { Side, Sides } from '#shared/airlock/review';
import { AppException, type Result } from '#shared/errors';
import type { ObjectId } from '#shared/ids';
import { LooseObjects } from './looseObjects';
import { blobId, hashObject, type ObjectFormat, type ObjectType } from './objectHash';

const compress = promisify(deflate);
const READ_ONLY = 0o444;
/** Git's exit code when an object cannot be read. */
const FATAL = 128;

/**
 * Bytes that match their id, or the reason why there are none. `unavailable`: the system cannot
 * read them now.
 */
export type StoredBlob = Buffer | 'missing' | 'damaged' | 'unavailable';

/** I18: bytes that were read and checked for a plan, and need not be read again to carry it out. */
export class ReadBlobs {
  readonly blobs = new Map<ObjectId, Buffer>();
  private size = 0;

  /** Adds blobs. Blobs that do not fit are read again when needed. */
  add(found: ReadonlyMap<ObjectId, StoredBlob>): void {
    for (const [id, blob] of found) {
      if (typeof blob === 'string' || this.size + blob.length > READ_BLOB_BYTES) continue;
      this.blobs.set(id, blob);
      this.size += blob.length;
    }
  }
}

/** The long texts of a session: git blobs in a repository of our own. */
export class ObjectStore {
  private readonly loose: LooseObjects;

  constructor(
    private readonly git: Git,
    private readonly directory: string,
    readonly format: ObjectFormat,
    /** Other folders with objects, which are only read. */
    others: readonly string[] = [],
  ) {
    this.loose = new LooseObjects([join(directory, 'objects'), ...others]);
  }

  /**
   * Settles when the bytes are safely on disk, because a decision may be finished from them after a
   * crash.
   */
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

  /** Holds all blobs in memory at once: callers must request no more than they can hold. */
  async readAll(
    ids: readonly ObjectId[],
    type: ObjectType = 'blob',
  ): Promise<ReadonlyMap<ObjectId, StoredBlob>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const found = await this.readEach(wanted, type);
    const blobs = new Map<ObjectId, StoredBlob>();
    for (const id of wanted) {
      const blob = found.get(id) ?? 'missing';
      // Check the bytes, because git does not: any program that can write to the store can change
      // them.
      const isIntact =
        typeof blob === 'string' || (await hashObject(blob, this.format, type)) === id;
      if (isIntact && typeof blob !== 'string') blobs.set(id, blob);
      else blobs.set(id, await this.reasonFor(id, isIntact ? blob : 'damaged'));
    }
    return blobs;
  }

  /** The reason why there are no bytes. An object that cannot be read now may be intact. */
  private async reasonFor(id: ObjectId, found: StoredBlob): Promise<StoredBlob> {
    return (await this.loose.isUnreadable(id)) ? 'unavailable' : found;
  }

  /**
   * The bytes of one version of a file; throws an error that names the file if they are not intact.
   */
  async read(id: ObjectId, path: string): Promise<Buffer> {
    return intact((await this.readAll([id])).get(id), path);
  }

  async sides(change: ChangeSides): Promise<Sides> {
    const [sides] = await this.sidesOf([change]);
    if (sides === undefined) throw new Error('One change has two sides.');
    if (!sides.ok) throw new AppException(sides.error);
    return sides.value;
  }

  /** The sides of several files in one request; files that are too large to review are not read. */
  async sidesOf(
    changes: readonly ChangeSides[],
    /** Receives the blobs that were read, for the next reader. */
    read?: ReadBlobs,
  ): Promise<readonly Result<Sides>[]> {
    const versions = changes.flatMap(({ base, proposed }) => [base, proposed]);
    const readable = versions.filter((version) => version !== null).filter(isReadable);
    const blobs = await this.readAll(readable.map(({ blob }) => blob));
    read?.add(blobs);
    const side = (version: FileVersion | null, path: string): Side | null => {
      if (version === null) return null;
      const text = isReadable(version) ? decodeText(intact(blobs.get(version.blob), path)) : null;
      return { version, text };
    };
    return Promise.all(
      changes.map(({ path, oldPath, base, proposed }) =>
        attempt(path, async () => ({
          path,
          ...(oldPath !== undefined && { oldPath }),
          base: side(base, oldPath ?? path),
          proposed: side(proposed, path),
        })),
      ),
    );
  }

  /** Ensures that the bytes are stored, so that they can be written at any time. */
  async keep({ mode, content }: Pick<Composition, 'mode' | 'content'>): Promise<FileVersion> {
    if (content.type === 'kept') return { ...content.version, mode };
    const { text, encoding } = content.text;
    if (!canEncode(text, encoding)) {
      throw refuse(
        'These lines contain characters that the file’s encoding cannot represent: decide both together.',
      );
    }
    const bytes = encodeText(content.text);
    return { blob: await this.write(bytes), mode, bytes: bytes.length };
  }

  async locate(composition: Composition | null): Promise<LocatedVersion | null> {
    if (composition === null) return null;
    return { path: composition.path, version: await this.keep(composition) };
  }

  /** The sizes of blobs, without their content. Missing blobs are left out. */
  async sizes(ids: readonly ObjectId[]): Promise<ReadonlyMap<ObjectId, number>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const sizes = new Map<ObjectId, number>();
    await mapLimited(FILES_AT_ONCE, wanted, async (id) => {
      const size = await this.loose.size(id);
      if (size !== null) sizes.set(id, size);
    });
    const others = wanted.filter((id) => !sizes.has(id));
    if (others.length === 0) return sizes;
    const input = others.map((id) => `${id}\n`).join('');
    const text = await this.git.text(['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
      input,
    });
    for (const line of text.split('\n')) {
      const [id = '', size = ''] = line.split(' ');
      if (/^\d+$/.test(size)) sizes.set(id as ObjectId, Number(size));
    }
    return sizes;
  }

  /** Reads objects one by one: most are our own files and need no git process. */
  private async readEach(
    ids: readonly ObjectId[],
    type: ObjectType,
  ): Promise<ReadonlyMap<ObjectId, StoredBlob>> {
    const found = new Map<ObjectId, StoredBlob>();
    await mapLimited(FILES_AT_ONCE, ids, async (id) => {
      const object = await this.loose.read(id);
      if (object !== null) found.set(id, object.type === type ? object.bytes : 'damaged');
    });
    const others = ids.filter((id) => !found.has(id));
    if (others.length === 0) return found;
    return new Map([...found, ...(await this.readBatch(others, type))]);
  }

  /**
   * Reads objects with one command. An object that git cannot inflate ends the whole command; then
   * each is read separately.
   */
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
  const what = `The version of ${path} that Airlock had kept`;
  const message = `${what} ${FAULTS[blob ?? 'missing']}`;
  throw new AppException({ code: 'io', message });
}

const FAULTS = {
  missing: 'is missing from the object store. Nothing was written.',
  damaged: 'was changed on disk and cannot be trusted. Nothing was written.',
  unavailable: 'cannot be read now. Nothing was written. Check the disk and try again.',
} as const;

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

type ChangeSides = Pick<Change, 'path' | 'oldPath' | 'base' | 'proposed'>;

/** An existing file as one side of a merge. */
export function sideOf(present: PresentFile | null): Side | null {
  if (present === null) return null;
  const { version, bytes } = present;
  return { version, text: isReadable(version) ? decodeText(bytes) : null };
}

/** Links are not text, even though their content could be read as text. */
function isReadable({ mode, bytes }: FileVersion): boolean {
  return mode !== '120000' && bytes <= REVIEWED_BYTES;
}
