import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ifExists } from './ifExists';

const PRIVATE_MODE = 0o600;
const PERMISSION_BITS = 0o7777;
const WRITE_BITS = 0o222;

/**
 * Thrown for a read-only file. Renaming would replace it anyway, against the wish of whoever made
 * it read-only.
 */
export class ReadOnlyFileError extends Error {
  readonly code = 'EACCES';

  constructor(readonly path: string) {
    super(`${path} is read-only.`);
  }
}

/** Pieces are requested as they are written. */
export type FileData = string | Uint8Array | AsyncIterable<string>;

/**
 * Replaces a file of our own data folder so that a reader, or a crash, finds the old content or the
 * new, never a mixture. Links are followed, because people keep their settings in other folders. A
 * read-only file stays unchanged. A new file gets the mode. Not for folders that agents write to,
 * where the path could be replaced during the call.
 */
export async function writeFileAtomic(
  path: string,
  data: FileData,
  newMode: number = PRIVATE_MODE,
): Promise<void> {
  const target = (await ifExists(realpath(path))) ?? path;
  const existing = await ifExists(stat(target));
  if (existing && !(await isWritable(target, existing.mode))) throw new ReadOnlyFileError(target);
  const directory = dirname(target);
  const suffix = randomBytes(8).toString('hex');
  const temporary = join(directory, `.${basename(target)}.${suffix}.tmp`);
  const file = await open(temporary, 'wx', newMode);
  try {
    await fill(file, data, existing && existing.mode & PERMISSION_BITS);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(directory);
}

/**
 * Whether the file may be written. Checks its mode as well, because the system lets root write to
 * any file.
 */
async function isWritable(path: string, mode: number): Promise<boolean> {
  if ((mode & WRITE_BITS) === 0) return false;
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function fill(file: FileHandle, data: FileData, mode: number | undefined): Promise<void> {
  try {
    await file.writeFile(data);
    if (mode !== undefined) await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the rename itself durable. Windows has no such call, and cannot open a directory. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
