import { type BigIntStats, constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import type { AnchoredFolder } from '#main/base/anchoredFolder';
import { ifExists } from '#main/base/ifExists';
import type { FileMode, FileVersion } from '#shared/airlock/change';
import { STORED_FILE_BYTES } from './limits';
import { blobId, type ObjectFormat } from './objectHash';

/** A file as it was found, with enough of its marks to tell later whether it is still that one. */
export interface PresentFile {
  readonly version: FileVersion;
  readonly bytes: Buffer;
  readonly status: BigIntStats;
}

/** Neither a regular file nor a link, or too large to be held. */
export class UnusableFileError extends Error {
  readonly code = 'EUNUSABLE';

  constructor(reason: string) {
    super(reason);
    this.name = 'UnusableFileError';
  }
}

// A pipe must not hold us up until somebody writes to it.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Null if there is no such file. Links are read as links, never followed. */
export async function readPresent(
  folder: AnchoredFolder,
  name: string,
  format: ObjectFormat,
): Promise<PresentFile | null> {
  const path = folder.at(name);
  const found = await ifExists(lstat(path, { bigint: true }));
  if (found === undefined) return null;
  if (found.isSymbolicLink()) {
    const bytes = await readlink(path, { encoding: 'buffer' });
    return { version: versionOf(bytes, '120000', format), bytes, status: found };
  }
  if (found.isDirectory()) throw new UnusableFileError('It is a folder.');
  const file = await open(path, READ);
  try {
    const status = await file.stat({ bigint: true });
    if (!status.isFile()) throw new UnusableFileError('It is no regular file.');
    if (status.size > STORED_FILE_BYTES) throw new UnusableFileError('It is too large.');
    const bytes = await file.readFile();
    return { version: versionOf(bytes, modeOf(status), format), bytes, status };
  } finally {
    await file.close();
  }
}

/** Whether it is the same file with the same content, as far as its marks can tell. */
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
