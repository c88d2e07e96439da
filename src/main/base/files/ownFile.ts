import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Another kind of thing is in the place of one of our files. */
export const IRREGULAR = 'EIRREGULAR';

class IrregularFileError extends Error {
  readonly code = IRREGULAR;

  constructor(path: string) {
    super(`${path} is a pipe, a socket or a device.`);
    this.name = 'IrregularFileError';
  }
}

/**
 * Opens one of our own files. A pipe or a device in its place is refused: reading it could take forever, and
 * would keep one of the few threads that read and write files for all of the program.
 */
export async function openOwn(
  path: string,
  flags: number = constants.O_RDONLY,
  mode?: number,
): Promise<FileHandle> {
  const file = await open(path, flags | (constants.O_NONBLOCK ?? 0), mode);
  try {
    const status = await file.stat();
    // Of a folder the system says so itself, when it is read.
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
