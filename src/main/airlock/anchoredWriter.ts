import { constants, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { type FileHandle, open, rm, symlink } from 'node:fs/promises';
import { type AnchoredFolder, MovedError } from '#main/base/anchoredFolder';
import { ifExists } from '#main/base/ifExists';
import type { FileMode } from '#shared/airlock/change';
import { isSameFile, type PresentFile } from './presentFile';

const CREATE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const REWRITE = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
const PERMISSIONS = 0o7777;
const TEMPORARY = /^\.airlock-[A-Za-z0-9_-]{8,}\.tmp$/;

export interface WriteRequest {
  readonly folder: AnchoredFolder;
  readonly name: string;
  readonly bytes: Buffer;
  readonly mode: FileMode;
  /** What stands there now; the write fails if that is no longer so. Null: nothing does. */
  readonly present: PresentFile | null;
  /** Beside the file, and of a name that nobody can guess. */
  readonly temporary: string;
  /** Keeps the old content safe where the file must be written in its own place. */
  readonly backUp: (bytes: Buffer) => Promise<void>;
}

/** The file is there whole, or not at all: nobody ever sees half of it. */
export async function writeAnchored(request: WriteRequest): Promise<void> {
  const { present, mode } = request;
  if (mode !== '120000' && present && mustStayInPlace(present)) return rewrite(request, present);
  try {
    if (mode === '120000') await symlink(request.bytes, request.folder.at(request.temporary));
    else await writeTemporary(request);
    await request.folder.verify();
    putInPlace(request);
  } catch (error) {
    await rm(request.folder.at(request.temporary), { force: true });
    throw error;
  }
  await request.folder.sync();
  await request.folder.verify();
}

export async function removeAnchored(
  folder: AnchoredFolder,
  name: string,
  present: PresentFile,
): Promise<void> {
  await folder.verify();
  assertUnchanged(folder, name, present);
  unlinkSync(folder.at(name));
  await folder.sync();
}

/** Takes away what a crash left behind. */
export async function removeTemporary(folder: AnchoredFolder, temporary: string): Promise<void> {
  if (!TEMPORARY.test(temporary)) throw new Error(`Not one of ours: ${temporary}`);
  await ifExists(rm(folder.at(temporary)));
}

/**
 * A rename would take a file from its owner. One with other names is replaced all the same, since
 * those may lie outside of the project: only the name that was decided on gets the new content.
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
  const { gid } = await file.stat({ bigint: true });
  if (gid !== status.gid) {
    try {
      await file.chown(-1, Number(status.gid));
    } catch (error) {
      // Not a member of that group: the file then has the group that any new one gets.
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
  await file.chmod(permissions(Number(status.mode) & PERMISSIONS, isProgram));
}

/** Whoever may read a program may run it, and nobody may run what is none. */
function permissions(present: number, isProgram: boolean): number {
  const isAlready = (present & 0o100) !== 0;
  if (isAlready === isProgram) return present;
  return isProgram ? present | ((present & 0o444) >> 2) : present & ~0o111;
}

/** Blocking calls, so that next to nothing can come between the check and the rename. */
function putInPlace({ folder, name, temporary, present }: WriteRequest): void {
  const [from, to] = [folder.at(temporary), folder.at(name)];
  if (present === null) {
    createInPlace(from, to);
  } else {
    assertUnchanged(folder, name, present);
    renameSync(from, to);
  }
}

/** Unlike a rename, a link never takes another file's place. */
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

function assertUnchanged(folder: AnchoredFolder, name: string, present: PresentFile): void {
  const now = lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (now === undefined || !isSameFile(now, present.status)) throw new MovedError(name);
}

async function rewrite(request: WriteRequest, present: PresentFile): Promise<void> {
  const { folder, name, bytes, mode, backUp } = request;
  await backUp(present.bytes);
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
      await overwrite(file, present.bytes);
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** From the start, and cut last: a crash leaves a beginning of the new and the rest of the old. */
async function overwrite(file: FileHandle, bytes: Buffer): Promise<void> {
  let position = 0;
  while (position < bytes.length) {
    const { bytesWritten } = await file.write(bytes, position, bytes.length - position, position);
    position += bytesWritten;
  }
  await file.truncate(bytes.length);
  await file.datasync();
}

/** Whether these bytes are what a crash in the middle of `overwrite` leaves. */
export function isTorn(found: Buffer, before: Buffer, after: Buffer): boolean {
  let written = 0;
  while (written < after.length && found[written] === after[written]) written++;
  // Both may agree beyond the boundary by chance: then it lies further left, and the rest fits too.
  return found.subarray(written).equals(before.subarray(written));
}
