import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { ifExists } from './ifExists';

/** The error code if something else has replaced one of our files. */
export const IRREGULAR = 'EIRREGULAR';

class IrregularFileError extends Error {
  readonly code = IRREGULAR;

  constructor(path: string) {
    super(`${path} is a pipe, a socket or a device.`);
    this.name = 'IrregularFileError';
  }
}

/**
 * Opens one of our own files. A pipe or a device in its place is refused: reading it could take
 * forever, and would block one of the few threads that the whole app has for files.
 */
export async function openOwn(
  path: string,
  flags: number = constants.O_RDONLY,
  mode?: number,
): Promise<FileHandle> {
  const file = await open(path, flags | (constants.O_NONBLOCK ?? 0), mode);
  try {
    const status = await file.stat();
    // If it is a folder, the system reports that when it is read.
    if (!status.isFile() && !status.isDirectory()) throw new IrregularFileError(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export async function readOwn(path: string): Promise<Buffer> {
  const file = await openOwn(path);
  return file.readFile().finally(() => file.close());
}

/**
 * The error code if another program has deleted, replaced, shortened or appended to one of our
 * files.
 */
export const REPLACED = 'EREPLACED';

class ReplacedFileError extends Error {
  readonly code = REPLACED;

  constructor() {
    super('Another program has deleted, replaced or changed the file.');
    this.name = 'ReplacedFileError';
  }
}

/** The possible lengths of one of our files. */
export interface OwnExtent {
  /** The end of the last complete write. */
  readonly end: number;
  /** The end of the file if a failed write partly succeeded. */
  readonly reach: number;
}

/**
 * I19: throws unless everything written to an open file is still there and nothing else is in its
 * place, because the next start would read that. A file that was moved away can be moved back if
 * its place is empty.
 */
export async function assertKept(
  file: Pick<FileHandle, 'stat'>,
  path: string,
  { end, reach }: OwnExtent,
): Promise<void> {
  const { nlink, size, ino, dev } = await file.stat();
  const there = await ifExists(stat(path));
  const isOther = there !== undefined && (there.ino !== ino || there.dev !== dev);
  const isOurs = end <= size && size <= reach;
  if (nlink === 0 || !isOurs || isOther) throw new ReplacedFileError();
}
