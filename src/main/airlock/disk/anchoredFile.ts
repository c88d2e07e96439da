import { type BigIntStats, constants, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, rm, symlink } from 'node:fs/promises';
import { STORED_FILE_BYTES } from '#main/airlock/limits';
import { blobId, type ObjectFormat } from '#main/airlock/objects/objectHash';
import { type AnchoredFolder, MovedError } from '#main/base/files/anchoredFolder';
import { ifExists } from '#main/base/files/ifExists';
import { readWithin } from '#main/base/files/readWithin';
import type { FileMode, FileVersion } from '#shared/airlock/change';

/** A file as it was read, with the status that shows later whether it has changed. */
export interface PresentFile {
  readonly version: FileVersion;
  readonly bytes: Buffer;
  readonly status: BigIntStats;
}

/** The file is neither a regular file nor a link, or it is too large to hold. */
export class UnusableFileError extends Error {
  readonly code = 'EUNUSABLE';

  constructor(reason: string) {
    super(reason);
    this.name = 'UnusableFileError';
  }
}

// Non-blocking, because opening a pipe would otherwise wait for a writer.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Whether the system can open a file without following a link; opening the file then tells its
 * kind.
 */
const opensNoLinks = constants.O_NOFOLLOW !== undefined;

/** Null if there is no such file. Links are read as links and never followed. */
export async function readPresent(
  folder: AnchoredFolder,
  name: string,
  format: ObjectFormat,
): Promise<PresentFile | null> {
  const path = folder.at(name);
  if (!opensNoLinks) return readNamed(path, format);
  try {
    return await readOpened(await open(path, READ), format);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === undefined || error instanceof UnusableFileError) throw error;
    // The path is a link, or something that cannot be opened: its status tells which.
    return readNamed(path, format);
  }
}

async function readNamed(path: string, format: ObjectFormat): Promise<PresentFile | null> {
  const found = await ifExists(lstat(path, { bigint: true }));
  if (found === undefined) return null;
  if (found.isSymbolicLink()) {
    const bytes = await readlink(path, { encoding: 'buffer' });
    return { version: versionOf(bytes, '120000', format), bytes, status: found };
  }
  if (found.isDirectory()) throw isFolder();
  // A socket cannot be opened at all.
  if (!found.isFile()) throw isIrregular();
  return readOpened(await open(path, READ), format);
}

async function readOpened(file: FileHandle, format: ObjectFormat): Promise<PresentFile> {
  try {
    const status = await file.stat({ bigint: true });
    if (status.isDirectory()) throw isFolder();
    if (!status.isFile()) throw isIrregular();
    if (status.size > STORED_FILE_BYTES) throw new UnusableFileError('It is too large.');
    const bytes = await readWithin(file, Number(status.size), STORED_FILE_BYTES);
    if (bytes === null) throw new UnusableFileError('It is too large.');
    return { version: versionOf(bytes, modeOf(status), format), bytes, status };
  } finally {
    await file.close();
  }
}

function isFolder(): UnusableFileError {
  return new UnusableFileError(
    'There is a folder of this name. Move it away, with what is left in it, and try again.',
  );
}

function isIrregular(): UnusableFileError {
  return new UnusableFileError('It is not a regular file.');
}

/** Whether it is the same file with the same content, as far as the status shows. */
export function isSameFile(left: BigIntStats, right: BigIntStats): boolean {
  return (
    left.ino === right.ino &&
    left.dev === right.dev &&
    left.size === right.size &&
    left.mode === right.mode &&
    left.mtimeNs === right.mtimeNs &&
    left.ctimeNs === right.ctimeNs
  );
}

function versionOf(bytes: Buffer, mode: FileMode, format: ObjectFormat): FileVersion {
  return { blob: blobId(bytes, format), mode, bytes: bytes.byteLength };
}

export function modeOf({ mode }: BigIntStats): FileMode {
  return (mode & 0o100n) === 0n ? '100644' : '100755';
}

const CREATE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const REWRITE = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
const PERMISSIONS = 0o7777;
/** Matches names of temporary files. Only Airlock uses such names. */
export const TEMPORARY = /^\.airlock-[A-Za-z0-9_-]{8,}\.tmp$/;

export interface WriteRequest {
  readonly folder: AnchoredFolder;
  readonly name: string;
  readonly bytes: Buffer;
  readonly mode: FileMode;
  /** The expected content; the write fails if the file differs. Null if there must be no file. */
  readonly present: PresentFile | null;
  /** The name of a temporary file next to it, which nobody can guess. */
  readonly temporary: string;
  /**
   * Saves the old content if the file must be overwritten in place. Returns the content from before
   * the write: after a crash, half of it may be left in the file and all of it in an earlier
   * backup.
   */
  readonly backUp: (bytes: Buffer) => Promise<Buffer>;
}

/**
 * Writes the file completely or not at all: no reader ever sees half of it. The file's name is on
 * disk once the folder is synced.
 */
export async function writeAnchored(request: WriteRequest): Promise<void> {
  const putInPlace = await prepareWrite(request);
  await putInPlace();
}

/** Gives a written and synced file its name. */
export type PutInPlace = () => Promise<void>;

/**
 * The first half of `writeAnchored`: the bytes are on disk under another name. The second half must
 * be called, and checks once more that the file is unchanged.
 */
export async function prepareWrite(request: WriteRequest): Promise<PutInPlace> {
  const { folder, name, temporary, present, mode } = request;
  if (mode !== '120000' && present && mustStayInPlace(present)) {
    return () => rewrite(request, present);
  }
  try {
    if (mode === '120000') await symlink(request.bytes, folder.at(temporary));
    else await writeTemporary(request);
  } catch (error) {
    await rm(folder.at(temporary), { force: true });
    throw error;
  }
  return later({ folder, name, temporary, status: present?.status ?? null });
}

/** The remaining steps after the bytes are written. It holds none of the bytes. */
interface Placement {
  readonly folder: AnchoredFolder;
  readonly name: string;
  readonly temporary: string;
  /** The expected status; null if there must be no file. */
  readonly status: BigIntStats | null;
}

function later(placement: Placement): PutInPlace {
  return async () => {
    const { folder, temporary } = placement;
    try {
      await folder.verify();
      putInPlace(placement);
    } catch (error) {
      await rm(folder.at(temporary), { force: true });
      throw error;
    }
    await folder.verify();
  };
}

/** Removes a file. The removal is durable once the folder is synced. */
export async function removeAnchored(
  folder: AnchoredFolder,
  name: string,
  { status }: Pick<PresentFile, 'status'>,
): Promise<void> {
  await folder.verify();
  assertUnchanged(folder, name, status);
  unlinkSync(folder.at(name));
}

/** Removes a temporary file that a crash left behind. */
export async function removeTemporary(folder: AnchoredFolder, temporary: string): Promise<void> {
  if (!TEMPORARY.test(temporary)) throw new Error(`Not one of ours: ${temporary}`);
  await removeIfThere(folder.at(temporary));
}

/**
 * Removes a file if it exists. It usually does not, and asking costs less than a failed removal.
 */
export async function removeIfThere(path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false })) await rm(path, { force: true });
}

/**
 * Whether the file must be overwritten in place, because a rename would change its owner. A file
 * with other names (hard links) is replaced anyway, since those may be outside the project: only
 * the decided name gets the new content.
 */
function mustStayInPlace({ status, version }: PresentFile): boolean {
  if (version.mode === '120000' || status.nlink > 1n) return false;
  const user = process.getuid?.();
  return user !== undefined && status.uid !== BigInt(user);
}

async function writeTemporary(request: WriteRequest): Promise<void> {
  const { folder, temporary, bytes, mode, present } = request;
  const isProgram = mode === '100755';
  const file = await open(folder.at(temporary), CREATE, isProgram ? 0o777 : 0o666);
  try {
    await file.writeFile(bytes);
    if (present && present.version.mode !== '120000') await keepMarks(file, present, isProgram);
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function keepMarks(file: FileHandle, { status }: PresentFile, isProgram: boolean) {
  const { gid, mode } = await file.stat({ bigint: true });
  if (gid !== status.gid) {
    try {
      await file.chown(-1, Number(status.gid));
    } catch (error) {
      // The user is not in that group, so the file gets the group of any new file.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
  const wanted = permissions(Number(status.mode) & PERMISSIONS, isProgram);
  // Changing the group can remove permissions.
  const isThere = gid === status.gid && (Number(mode) & PERMISSIONS) === wanted;
  if (!isThere) await file.chmod(wanted);
}

/**
 * The permissions: an executable becomes executable for everyone who may read it; any other file is
 * not executable.
 */
function permissions(present: number, isProgram: boolean): number {
  const isAlready = (present & 0o100) !== 0;
  if (isAlready === isProgram) return present;
  return isProgram ? present | ((present & 0o444) >> 2) : present & ~0o111;
}

/** Uses blocking calls, so that almost nothing can happen between the check and the rename. */
function putInPlace({ folder, name, temporary, status }: Placement): void {
  const [from, to] = [folder.at(temporary), folder.at(name)];
  if (status === null) {
    createInPlace(from, to);
  } else {
    assertUnchanged(folder, name, status);
    renameSync(from, to);
  }
}

/** Creates the file with a link which, unlike a rename, never replaces another file. */
function createInPlace(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const hasNoLinks =
      code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS' || code === 'EMLINK';
    if (!hasNoLinks) throw error;
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) throw new MovedError(to);
    renameSync(from, to);
    return;
  }
  unlinkSync(from);
}

function assertUnchanged(folder: AnchoredFolder, name: string, status: BigIntStats): void {
  const now = lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (now === undefined || !isSameFile(now, status)) throw new MovedError(name);
}

async function rewrite(request: WriteRequest, present: PresentFile): Promise<void> {
  const { folder, name, bytes, mode, backUp } = request;
  const before = await backUp(present.bytes);
  const file = await open(folder.at(name), REWRITE);
  try {
    await folder.verify();
    const status = await file.stat({ bigint: true });
    if (!isSameFile(status, present.status)) throw new MovedError(name);
    try {
      await overwrite(file, bytes);
      if (present.version.mode !== mode) {
        await file.chmod(permissions(Number(status.mode) & PERMISSIONS, mode === '100755'));
      }
    } catch (error) {
      await overwrite(file, before);
      throw error;
    }
  } finally {
    await file.close();
  }
}

/**
 * Writes from the start and truncates last, so that a crash leaves new bytes followed by the old
 * rest.
 */
async function overwrite(file: FileHandle, bytes: Buffer): Promise<void> {
  let position = 0;
  while (position < bytes.length) {
    const { bytesWritten } = await file.write(bytes, position, bytes.length - position, position);
    position += bytesWritten;
  }
  await file.truncate(bytes.length);
  await file.datasync();
}

/** Whether these bytes are what a crash during `overwrite` leaves. */
export function isTorn(found: Buffer, before: Buffer, after: Buffer): boolean {
  let written = 0;
  while (written < after.length && found[written] === after[written]) written++;
  // Bytes that are equal in both versions may count as written, because the rest matches the old
  // file either way.
  return found.subarray(written).equals(before.subarray(written));
}
